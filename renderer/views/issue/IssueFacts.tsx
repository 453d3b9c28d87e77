import { clipText } from '#renderer/format/format.ts'
import { issueFacts as say } from '#renderer/texts/issues/event.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import styles from './IssueFacts.module.css'

/** Facts about all of an issue's events, in one line. */
export function IssueFacts({ issue }: { issue: IssueDetail }) {
  return (
    <ul className={styles.facts} aria-label={say.label}>
      <li>{issue.level}</li>
      {issue.culprit !== '' && (
        <li>
          <code>
            <bdi>{clipText(issue.culprit, 200)}</bdi>
          </code>
        </li>
      )}
      {issue.fault !== null && (
        <li>
          {say.digests} <code>{issue.fault}</code>
        </li>
      )}
    </ul>
  )
}
