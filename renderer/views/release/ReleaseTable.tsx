import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { releasePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/releases.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ReleaseSummary } from '#server/desk/releases/releases.ts'
import styles from './ReleaseTable.module.css'

export function ReleaseTable({ releases, now }: { releases: ReleaseSummary[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.release}</th>
          <th scope="col" className={styles.number}>
            {say.adoption}
          </th>
          <th scope="col" className={styles.number}>
            {say.crashFreeSessions}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.crashFreePeople}
          </th>
          <th scope="col" className={styles.number}>
            {say.newIssues}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.cameBack}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.events}
          </th>
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.knownSince}
          </th>
        </tr>
      </thead>
      <tbody>
        {releases.map((release) => (
          <tr key={release.id}>
            <td className={styles.version}>
              <a href={releasePath(release.projectSlug, release.version)}>
                <bdi>{clipText(release.version, 80)}</bdi>
              </a>{' '}
              <code className={styles.project}>{release.projectSlug}</code>
            </td>
            <td className={styles.number}>{formatShare(release.adoption)}</td>
            <td className={styles.number}>{formatShare(release.crashFreeSessions)}</td>
            <td className={`${styles.number} ${styles.spare}`}>{formatShare(release.crashFreeUsers)}</td>
            <td className={styles.number}>{formatNumber(release.newIssueCount)}</td>
            <td className={`${styles.number} ${styles.spare}`}>
              {formatNumber(release.regressedIssueCount)}
            </td>
            <td className={`${styles.number} ${styles.spare}`}>{formatNumber(release.eventCount)}</td>
            <td className={`${styles.number} ${styles.spare}`}>
              <Time time={release.createdAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
