import type { IssueDetail } from '../../../server/desk.ts'
import { formatNumber } from '../../format.ts'
import { KeyValueList } from '../content/KeyValueList.tsx'
import { Time } from '../content/Time.tsx'
import styles from './IssueFacts.module.css'

/** What is true of all the issue's events. */
export function IssueFacts({ issue, now }: { issue: IssueDetail; now: number }) {
  return (
    <section className={styles.facts} aria-label="About this issue">
      <KeyValueList
        entries={[
          { name: 'Events', value: formatNumber(issue.eventCount) },
          { name: 'First seen', value: <Time time={issue.firstSeen} now={now} /> },
          { name: 'Last seen', value: <Time time={issue.lastSeen} now={now} /> },
          ...(issue.fault === null ? [] : [{ name: 'Digests begin with', value: issue.fault, isCode: true }]),
        ]}
      />
    </section>
  )
}
