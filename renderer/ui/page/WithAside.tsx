import type { ReactNode } from 'react'
import styles from './WithAside.module.css'

interface WithAsideProps {
  /** What one asks first. */
  lead: ReactNode
  /** Facts, at the side of a wide page; a narrow one has them between. */
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
