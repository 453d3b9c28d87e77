import styles from './ProjectDot.module.css'

/** Green while nothing is open. The count that stands beside it says the same in words. */
export function ProjectDot({ openIssueCount }: { openIssueCount: number }) {
  return (
    <span
      className={styles.dot}
      data-dot
      data-state={openIssueCount > 0 ? 'open' : 'quiet'}
      aria-hidden="true"
    />
  )
}
