import type { ReactNode } from 'react'
import { Mark } from '#renderer/layout/bars/Mark.tsx'
import { desk } from '#renderer/texts/frame/places.ts'
import styles from './FormPage.module.css'

/** A page with only one form and nothing around it, for signing in and out and for setting up. */
export function FormPage({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <p className={styles.brand}>
          <Mark width={34} />
          {desk}
        </p>
        <h1>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </main>
  )
}
