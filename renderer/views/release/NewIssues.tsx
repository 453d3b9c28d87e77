import { clipText, formatNumber } from '#renderer/format/format.ts'
import { issuePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/releases.ts'
import { Moment } from '#renderer/ui/content/Moment.tsx'
import type { ReleasedIssue } from '#server/models/releases.ts'
import styles from './ReleaseTable.module.css'

/** What a release brought that was not there before. */
export function NewIssues({
  issues,
  now,
}: {
  issues: readonly Omit<ReleasedIssue, 'number'>[]
  now: number
}) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.issue}</th>
          <th scope="col" className={styles.number}>
            {say.events}
          </th>
          <th scope="col" className={styles.number}>
            {say.people}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`} data-spare>
            {say.firstSeen}
          </th>
        </tr>
      </thead>
      <tbody>
        {issues.map((issue) => (
          <tr key={issue.id}>
            <td className={styles.version}>
              <a href={issuePath(issue.id)}>
                <bdi>{clipText(issue.type, 80)}</bdi>
              </a>{' '}
              <bdi className={styles.project}>{clipText(issue.value, 120)}</bdi>
            </td>
            <td className={styles.number}>{formatNumber(issue.eventCount)}</td>
            <td className={styles.number}>{formatNumber(issue.userCount)}</td>
            <td className={`${styles.number} ${styles.spare}`} data-spare>
              <Moment time={issue.firstSeen} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
