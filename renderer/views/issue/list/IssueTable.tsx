import { use } from 'react'
import { assigneeName, fullAssigneeName } from '#renderer/format/assignee-name.ts'
import {
  clipText,
  formatAge,
  formatCompactNumber,
  formatNumber,
  formatRelativeTime,
} from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import type { Reader } from '#renderer/format/reader-time.ts'
import { issuePath } from '#renderer/paths.ts'
import { CachedRows } from '#renderer/shell/CachedRows.tsx'
import * as say from '#renderer/texts/issues/issue-list.ts'
import table from '#renderer/ui/content/Table.module.css'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { IssueSummary } from '#server/models/issues.ts'
import styles from './IssueTable.module.css'
import { initialsOf } from './initials.ts'
import { Sparkline, type SparklineTime } from './Sparkline.tsx'
import { isNew, StateTags } from './StateTags.tsx'

/** With the numbers of what was chosen. */
export interface ListedIssue extends IssueSummary {
  /** Says which events of how many are counted; absent when all are. */
  ofAll?: string
  /** The same of its users. */
  usersOfAll?: string
}

interface IssueTableProps {
  issues: ListedIssue[]
  now: number
  trend: ListTrend
  /** The counts of each issue, if they are not those of the last 24 hours. */
  trends?: readonly (readonly number[])[] | undefined
  /** No row can be ticked: the viewer may not change issues. */
  isReadOnly?: boolean
}

export interface ListTrend extends SparklineTime {
  /** The name of the time in the head of the column. */
  name: string
  /** A link to another time. */
  other?: string
  href?: string
}

export function IssueTable({ issues, now, trend, trends, isReadOnly = false }: IssueTableProps) {
  const reader = use(ReaderContext)
  return (
    <table className={`${table.table} ${table.list} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">
            {!isReadOnly && (
              <input type="checkbox" data-select-all data-needs-script aria-label={say.selectAll} />
            )}
            {say.issue}
          </th>
          <th scope="col" className={styles.trend}>
            {trend.name} {trend.href && <a href={trend.href}>{trend.other}</a>}
          </th>
          <th scope="col" className={styles.count}>
            {say.events}
          </th>
          <th scope="col" className={styles.users}>
            {say.users}
          </th>
          <th scope="col" className={styles.seen}>
            {say.lastSeen}
          </th>
          <th scope="col" className={styles.who}>
            <span className="visually-hidden">{say.assignedTo}</span>
          </th>
        </tr>
      </thead>
      <CachedRows>
        {issues.map((issue, index) => (
          <tr key={issue.id} className={styles.row} data-level={issue.level}>
            <IssueCells
              issue={issue}
              asNew={isNew(issue, now)}
              age={formatAge(now - issue.firstSeen)}
              seen={formatRelativeTime(issue.lastSeen, now, reader)}
              counts={trends?.[index]}
              time={trend}
              reader={reader}
              isReadOnly={isReadOnly}
            />
          </tr>
        ))}
      </CachedRows>
    </table>
  )
}

interface IssueCellsProps {
  issue: ListedIssue
  asNew: boolean
  age: string
  seen: string
  /** Absent for those of the last 24 hours, which the issue has. */
  counts: readonly number[] | undefined
  time: SparklineTime
  reader: Reader
  isReadOnly: boolean
}

/**
 * The cells of one row. A page has fifty of these, so each element matters. Times are text, so that a row
 * stays the same while its text does. The checkbox is drawn as the level's dot by the style sheet.
 */
function IssueCells({ issue, asNew, age, seen, counts, time, reader, isReadOnly }: IssueCellsProps) {
  const { id, level, type, value, culprit, eventCount, assignee, newInRelease } = issue
  return (
    <>
      <td className={styles.issue}>
        <div className={styles.headline}>
          <input
            type="checkbox"
            name="issue"
            value={id}
            form="bulk"
            aria-label={issue.shortId}
            disabled={isReadOnly}
          />
          <a className={styles.link} href={issuePath(id)} dir="auto">
            {clipText(type, 120)}
          </a>
          <StateTags issue={issue} asNew={asNew} />
          <bdi className={styles.message}>{clipText(value, 300)}</bdi>
        </div>
        <div className={styles.where}>
          {level !== 'error' && <b>{level}</b>}
          {issue.projectSlug.length > 16 ? <i>{issue.projectSlug}</i> : issue.projectSlug}
          <code dir="auto">{clipText(culprit, 200)}</code>
          {age + say.old}
          {newInRelease !== undefined && (
            <span>
              {say.newIn}
              <bdi>{clipText(newInRelease, 40)}</bdi>
            </span>
          )}
        </div>
      </td>
      <td className={styles.trend}>
        <Sparkline counts={counts ?? issue.hourlyCounts} time={time} />
      </td>
      <td className={styles.count} title={issue.ofAll ?? formatNumber(eventCount)}>
        {formatCompactNumber(eventCount)}
      </td>
      <td className={styles.users} title={issue.usersOfAll}>
        {formatCompactNumber(issue.userCount)}
      </td>
      <td className={styles.seen}>
        <Time time={issue.lastSeen} relative={seen} reader={reader} />
      </td>
      <td className={styles.who}>
        {assignee !== null && (
          <span role="img" {...whoOf(assignee)} data-team={assignee.type === 'team' || undefined}>
            {initialsOf(assigneeName(assignee))}
          </span>
        )}
      </td>
    </>
  )
}

/** The name of whom an issue is assigned to, with the address beside it. */
function whoOf(assignee: Assignee) {
  const who = fullAssigneeName(assignee)
  return { 'aria-label': who, title: who }
}
