import type { ReactNode } from 'react'
import { Mark } from '#renderer/layout/bars/Mark.tsx'
import { useLivePageData } from '#renderer/page/page-data.ts'
import { desk } from '#renderer/texts/frame/places.ts'
import styles from './FormPage.module.css'

/** A page with only one form and nothing around it, for signing in and for setting up. Within the frame, it is not the main part itself. */
export function FormPage({
  title,
  intro,
  children,
}: {
  title: string
  intro?: string | undefined
  children?: ReactNode
}) {
  const Part = useLivePageData()?.frame?.viewer === undefined ? 'main' : 'div'
  return (
    <Part className={styles.page}>
      <div className={styles.column}>
        <p className={styles.brand}>
          <Mark width={34} />
          {desk}
        </p>
        <h1>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </Part>
  )
}
