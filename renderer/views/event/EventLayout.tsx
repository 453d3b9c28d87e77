import type { ReactNode } from 'react'
import styles from './EventLayout.module.css'

interface EventLayoutProps {
  /** What one asks first. */
  facts: ReactNode
  /** What one asks last; absent where there is nothing. */
  rest?: ReactNode
  children: ReactNode
}

/** Facts and the rest at the side of a wide page; on a narrow one facts first and the rest last, as in the document. */
export function EventLayout({ facts, rest, children }: EventLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.facts}>{facts}</div>
      <div className={styles.main}>{children}</div>
      {rest !== undefined && <div className={styles.rest}>{rest}</div>}
    </div>
  )
}
