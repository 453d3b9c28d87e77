import type { ReactNode } from 'react'
import { formatNumber } from '#renderer/format/format.ts'
import { issueUsersPath } from '#renderer/paths.ts'
import { numbers as say } from '#renderer/texts/issues/event.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { sum } from '#renderer/views/issue/trend/bars.ts'
import { Trend } from '#renderer/views/issue/trend/Trend.tsx'
import type { ShownTrendRange } from '#renderer/views/issue/trend/trend-text.ts'
import type { IssueHistory, IssueSummary } from '#server/models/issues.ts'
import styles from './IssueBand.module.css'

interface IssueBandProps {
  issue: IssueSummary
  /** Null when the issue was deleted while the page was read. */
  history: IssueHistory | null
  range: ShownTrendRange
  /** The name of the period. */
  rangeName: string
  /** The period of the users, where it is longer: they are counted by hours. */
  usersName?: string | undefined
  now: number
}

/** How often an issue happens: its numbers, and their course over the period. */
export function IssueBand({ issue, history, range, rangeName, usersName, now }: IssueBandProps) {
  return (
    <div className={styles.band}>
      <dl className={styles.numbers} aria-label={say.label}>
        {history !== null && (
          <Figure
            name={range === 'chosen' ? say.chosenEvents : say.events(rangeName)}
            note={say.inAll(issue.eventCount)}
          >
            {formatNumber(sum(history.counts))}
          </Figure>
        )}
        {history !== null && issue.userCount > 0 && (
          <Figure
            name={range === 'chosen' && !usersName ? say.chosenUsers : say.users(usersName ?? rangeName)}
            note={say.inAll(issue.userCount)}
          >
            <a href={issueUsersPath(issue.id)}>
              {(history.users.isExact ? '' : say.about) + formatNumber(history.users.count)}
            </a>
          </Figure>
        )}
        <Figure
          name={say.lastSeen}
          note={
            <>
              {say.first} <PageTime time={issue.firstSeen} now={now} />
            </>
          }
        >
          <Time time={issue.lastSeen} now={now} />
        </Figure>
      </dl>
      {history !== null && (
        <Trend
          issueId={issue.id}
          projectSlug={issue.projectSlug}
          history={history}
          range={range}
          name={rangeName}
          now={now}
        />
      )}
    </div>
  )
}

/** One number, with its name above and the number that it is compared with below. */
function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
