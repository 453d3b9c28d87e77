import styles from './ProjectDot.module.css'

/** Green while no issue is open. The count beside it says the same in text. */
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
