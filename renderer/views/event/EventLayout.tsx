import type { ReactNode } from 'react'
import styles from './EventLayout.module.css'

interface EventLayoutProps {
  /** What most visits are for: the stack trace and the trail. */
  lead: ReactNode
  /** The other sections of the event. */
  body: ReactNode
  /** The most important facts. */
  facts: ReactNode
  /** What is the same for all events of the issue. */
  rest: ReactNode
}

/**
 * Puts the facts and the rest at the side of a wide page. On a narrow one the facts follow the lead, so that
 * the failing line is on the first screen.
 */
export function EventLayout({ lead, body, facts, rest }: EventLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <div>{lead}</div>
        <div className={styles.body}>{body}</div>
      </div>
      <div className={styles.facts}>{facts}</div>
      <div className={styles.rest}>{rest}</div>
    </div>
  )
}
