import { clipText } from '#renderer/format/format.ts'
import { issuePath } from '#renderer/paths.ts'
import { user as say } from '#renderer/texts/issues/users.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { eventsWithTagPath } from '#renderer/views/event/facts/tag-query.ts'
import { LevelDot } from '#renderer/views/issue/list/LevelDot.tsx'
import type { UserIssue } from '#server/models/users.ts'
import styles from './UserIssueList.module.css'

/** The issues of one user, each with the user's own events in it. */
export function UserIssueList({ issues, now }: { issues: readonly UserIssue[]; now: number }) {
  return (
    <ul className={styles.list}>
      {issues.map((issue) => (
        <li key={issue.id} data-row>
          <input
            className={styles.tick}
            type="checkbox"
            name="issue"
            value={issue.id}
            form="bulk"
            aria-label={issue.shortId}
          />
          <LevelDot level={issue.level} />
          <a className={styles.type} href={issuePath(issue.id)}>
            <bdi>{clipText(issue.type, 80)}</bdi>
          </a>
          <bdi className={styles.value}>{clipText(issue.value, 160)}</bdi>
          <span className={styles.end}>
            {issue.status !== 'open' && `${issue.status}, `}
            <code>{issue.shortId}</code>{' '}
            <a href={eventsWithTagPath(issue.id, 'user', issue.name)}>{say.count(issue.eventCount)}</a>,{' '}
            <PageTime time={issue.lastSeen} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}
