import type { ReactNode } from 'react'
import styles from './EventLayout.module.css'

interface EventLayoutProps {
  /** The most important facts. */
  facts: ReactNode
  /** The least important sections; absent if there are none. */
  rest?: ReactNode
  children: ReactNode
}

/**
 * Puts the facts and the rest at the side of a wide page. On a narrow one the facts come first and the
 * rest last, as in the document.
 */
export function EventLayout({ facts, rest, children }: EventLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.facts}>{facts}</div>
      <div className={styles.main}>{children}</div>
      {rest !== undefined && <div className={styles.rest}>{rest}</div>}
    </div>
  )
}
