import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** Says what will be here, and how to get it there. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.empty}>
      <EmptyTrail />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The logo as outlines only, as nothing has happened yet. */
function EmptyTrail() {
  return (
    <svg className={styles.trail} width="150" height="34" viewBox="0 0 150 34" aria-hidden="true">
      <g fill="none" stroke="var(--line-strong)" strokeWidth="1.5">
        <circle cx="5" cy="27" r="2.5" />
        <circle cx="31" cy="19" r="3.2" />
        <circle cx="58" cy="23" r="3.9" />
        <circle cx="87" cy="14" r="4.6" />
      </g>
      <circle
        cx="126"
        cy="15"
        r="9"
        fill="none"
        stroke="var(--trail)"
        strokeWidth="1.5"
        strokeDasharray="3 3.3"
      />
    </svg>
  )
}
