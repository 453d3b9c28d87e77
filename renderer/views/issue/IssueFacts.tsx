import { clipText } from '#renderer/format/format.ts'
import { releasePath } from '#renderer/paths.ts'
import { issueFacts as say } from '#renderer/texts/issues/event.ts'
import type { IssueDetail, IssueRelease } from '#server/models/issues.ts'
import styles from './IssueFacts.module.css'
import { delayOf } from './trend/change-text.ts'
import { verbOf } from './trend/trend-text.ts'

/** Facts about all of an issue's events, in one line. */
export function IssueFacts({ issue }: { issue: IssueDetail }) {
  return (
    <ul className={styles.facts} aria-label={say.label}>
      {issue.regressedIn && (
        <li>
          {say.regressedIn} <ReleaseFact projectSlug={issue.projectSlug} release={issue.regressedIn} />
        </li>
      )}
      {issue.introducedIn && (
        <li>
          {say.firstSeenIn} <ReleaseFact projectSlug={issue.projectSlug} release={issue.introducedIn} />
        </li>
      )}
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

function ReleaseFact({ projectSlug, release }: { projectSlug: string; release: IssueRelease }) {
  const { version, time, mark } = release
  return (
    <>
      <a href={releasePath(projectSlug, version)}>
        <bdi>{clipText(version, 80)}</bdi>
      </a>
      {mark && `, ${say.afterMark(delayOf(time - mark.time), verbOf(mark))}`}
    </>
  )
}
