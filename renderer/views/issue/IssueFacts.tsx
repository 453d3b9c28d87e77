import { formatCount } from '#renderer/format/format.ts'
import { issueFacts as say } from '#renderer/texts/issues/event.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { IssueDetail } from '#server/models/issues.ts'
import styles from './IssueFacts.module.css'

/** Facts about all of an issue's events, in one line. */
export function IssueFacts({ issue, now }: { issue: IssueDetail; now: number }) {
  return (
    <ul className={styles.facts}>
      <li>{formatCount(issue.eventCount, 'event')}</li>
      {issue.userCount > 0 && <li>{formatCount(issue.userCount, 'user')}</li>}
      <li>
        {say.firstSeen} <Time time={issue.firstSeen} now={now} />
      </li>
      <li>
        {say.lastSeen} <Time time={issue.lastSeen} now={now} />
      </li>
      {issue.fault !== null && (
        <li>
          {say.digests} <code>{issue.fault}</code>
        </li>
      )}
    </ul>
  )
}
