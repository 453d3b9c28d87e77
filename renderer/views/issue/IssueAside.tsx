import type { ReactNode } from 'react'
import { aboutIssue } from '#renderer/texts/issues/event.ts'
import styles from '#renderer/views/event/EventAside.module.css'

/** What stands beside an issue whichever of its events is shown: who is hit, what was done, what is like it. */
export function IssueAside({ children }: { children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={aboutIssue}>
      {children}
    </aside>
  )
}
