import type { ReactNode } from 'react'
import styles from './actions.module.css'

/** A button that unfolds; the browser does it. All of one row have a name, so that one is open at a time. */
export function Menu({
  title,
  shortcut,
  children,
}: {
  title: string
  /** The key that unfolds it. */
  shortcut?: string
  children: ReactNode
}) {
  return (
    <details className={styles.menu} name="issue-menu">
      <summary data-key={shortcut}>{title}</summary>
      <div className={styles.sheet}>{children}</div>
    </details>
  )
}
