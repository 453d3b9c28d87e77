import type { ReactNode } from 'react'
import styles from './WithAside.module.css'

interface WithAsideProps {
  /** The most important content. */
  lead: ReactNode
  /** Facts at the side of a wide page. On a narrow one they stand between the other parts. */
  aside: ReactNode
  children: ReactNode
}

export function WithAside({ lead, aside, children }: WithAsideProps) {
  return (
    <div className={styles.layout}>
      <div className={`${styles.part} ${styles.lead}`}>{lead}</div>
      <div className={`${styles.part} ${styles.aside}`}>{aside}</div>
      <div className={`${styles.part} ${styles.rest}`}>{children}</div>
    </div>
  )
}
