import type { ReactNode } from 'react'
import styles from './actions.module.css'

/** A menu that the browser opens. All menus of a row share a name, so that only one of them is open. */
export function Menu({
  title,
  shortcut,
  children,
}: {
  title: string
  /** The key that opens the menu. */
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
