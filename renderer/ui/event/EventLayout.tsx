import type { ReactNode } from 'react'
import styles from './EventLayout.module.css'

/** Facts at the side of a wide page and first on a narrow one, as they are in the document. */
export function EventLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      {aside}
      <div className={styles.main}>{children}</div>
    </div>
  )
}
