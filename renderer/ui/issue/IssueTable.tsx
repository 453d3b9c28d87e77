import type { IssueSummary } from '../../../server/desk.ts'
import { clipText, formatAge, formatCompactNumber, formatNumber } from '../../format.ts'
import { issuePath } from '../../paths.ts'
import { Time } from '../content/Time.tsx'
import styles from './IssueTable.module.css'
import { LevelDot } from './LevelDot.tsx'
import { Sparkline } from './Sparkline.tsx'
import { StateTags } from './StateTags.tsx'

export function IssueTable({ issues, now }: { issues: IssueSummary[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col" className={styles.trend}>
            Last 24 hours
          </th>
          <th scope="col" className={styles.count}>
            Events
          </th>
          <th scope="col" className={styles.count}>
            Users
          </th>
          <th scope="col" className={styles.seen}>
            Last seen
          </th>
        </tr>
      </thead>
      <tbody>
        {issues.map((issue) => (
          <IssueRow key={issue.id} issue={issue} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function IssueRow({ issue, now }: { issue: IssueSummary; now: number }) {
  return (
    <tr className={styles.row} data-level={issue.level}>
      <td className={styles.issue}>
        <div className={styles.headline}>
          <input type="checkbox" name="issue" value={issue.id} form="bulk" aria-label={issue.shortId} />
          <LevelDot level={issue.level} />
          <a className={styles.link} href={issuePath(issue.id)}>
            <bdi className={styles.type}>{clipText(issue.type, 120)}</bdi>
          </a>
          <StateTags issue={issue} now={now} />
          <bdi className={styles.message}>{clipText(issue.value, 300)}</bdi>
        </div>
        <div className={styles.where}>
          <bdi>{issue.projectSlug}</bdi>
          <code className={styles.culprit} dir="auto">
            {clipText(issue.culprit, 200)}
          </code>
          <span className={styles.age}>{`${formatAge(now - issue.firstSeen)} old`}</span>
        </div>
      </td>
      <td className={styles.trend}>
        <Sparkline hourlyCounts={issue.hourlyCounts} />
      </td>
      <td className={styles.count} title={formatNumber(issue.eventCount)}>
        {formatCompactNumber(issue.eventCount)}
      </td>
      <td className={styles.count}>{formatCompactNumber(issue.userCount)}</td>
      <td className={styles.seen}>
        <Time time={issue.lastSeen} now={now} />
      </td>
    </tr>
  )
}
