import type { IssueSummary } from '../../../server/desk.ts'
import { clipText, formatAge, formatCompactNumber, formatNumber, formatRelativeTime } from '../../format.ts'
import { issuePath } from '../../paths.ts'
import { KeptRow } from '../content/KeptRow.tsx'
import { Time } from '../content/Time.tsx'
import styles from './IssueTable.module.css'
import { LevelDot } from './LevelDot.tsx'
import { Sparkline } from './Sparkline.tsx'
import { isNew, StateTags } from './StateTags.tsx'

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
          <KeptRow key={issue.id} className={styles.row} data-level={issue.level}>
            <IssueCells
              issue={issue}
              asNew={isNew(issue, now)}
              age={formatAge(now - issue.firstSeen)}
              seen={formatRelativeTime(issue.lastSeen, now)}
            />
          </KeptRow>
        ))}
      </tbody>
    </table>
  )
}

interface IssueCellsProps {
  issue: IssueSummary
  asNew: boolean
  age: string
  seen: string
}

/** The clock stands in words, so that a row is the same for as long as it reads the same. */
function IssueCells({ issue, asNew, age, seen }: IssueCellsProps) {
  return (
    <>
      <td className={styles.issue}>
        <div className={styles.headline}>
          <input type="checkbox" name="issue" value={issue.id} form="bulk" aria-label={issue.shortId} />
          <LevelDot level={issue.level} />
          <a className={styles.link} href={issuePath(issue.id)}>
            <bdi className={styles.type}>{clipText(issue.type, 120)}</bdi>
          </a>
          <StateTags issue={issue} asNew={asNew} />
          <bdi className={styles.message}>{clipText(issue.value, 300)}</bdi>
        </div>
        <div className={styles.where}>
          <bdi>{issue.projectSlug}</bdi>
          <code className={styles.culprit} dir="auto">
            {clipText(issue.culprit, 200)}
          </code>
          <span className={styles.age}>{`${age} old`}</span>
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
        <Time time={issue.lastSeen} relative={seen} />
      </td>
    </>
  )
}
