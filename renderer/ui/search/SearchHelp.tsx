import type { ReactNode } from 'react'
import styles from './SearchHelp.module.css'

/** Help that opens beside the button. */
export function SearchHelp({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.help}>
      <summary>{title}</summary>
      <p>{children}</p>
    </details>
  )
}
