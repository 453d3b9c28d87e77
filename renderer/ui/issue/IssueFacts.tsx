import type { IssueDetail } from '../../../server/desk.ts'
import { formatCount } from '../../format.ts'
import { Time } from '../content/Time.tsx'
import styles from './IssueFacts.module.css'

/** What is true of all the issue's events, in one line. */
export function IssueFacts({ issue, now }: { issue: IssueDetail; now: number }) {
  return (
    <ul className={styles.facts}>
      <li>{formatCount(issue.eventCount, 'event')}</li>
      {issue.userCount > 0 && <li>{formatCount(issue.userCount, 'person', 'people')}</li>}
      <li>
        first seen <Time time={issue.firstSeen} now={now} />
      </li>
      <li>
        last seen <Time time={issue.lastSeen} now={now} />
      </li>
      {issue.fault !== null && (
        <li>
          digests begin with <code>{issue.fault}</code>
        </li>
      )}
    </ul>
  )
}
