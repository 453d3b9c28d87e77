import { clipText } from '#renderer/format/format.ts'
import { releasePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/suspects.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { CommitBy } from '#renderer/views/release/CommitBy.tsx'
import { CommitName } from '#renderer/views/release/CommitName.tsx'
import type { SuspectCommit } from '#server/models/releases/suspect-commits.ts'
import styles from './SuspectCommits.module.css'

/** More would push the rest of the page down; the release's page lists all commits. */
const SHOWN = 3

interface SuspectCommitsProps {
  suspects: readonly SuspectCommit[]
  projectSlug: string
  /** The address of the project's repository. */
  repository: string | undefined
  now: number
}

/** The commits that may have caused an issue, each with the file that says so. */
export function SuspectCommits({ suspects, projectSlug, repository, now }: SuspectCommitsProps) {
  const [first] = suspects
  if (first === undefined) return null
  const { version } = first.commit
  return (
    <Section
      title={say.title(suspects.length)}
      note={
        <>
          {say.from[first.by]}{' '}
          <a href={releasePath(projectSlug, version)}>
            <bdi>{clipText(version, 80)}</bdi>
          </a>
        </>
      }
    >
      <ul className={styles.list}>
        {suspects.slice(0, SHOWN).map((suspect) => (
          <li key={suspect.commit.id}>
            <CommitName commit={suspect.commit} repository={repository} />
            <Reason suspect={suspect} now={now} />
          </li>
        ))}
      </ul>
      {suspects.length > SHOWN && <p className={styles.more}>{say.more(suspects.length - SHOWN)}</p>}
    </Section>
  )
}

function Reason({ suspect, now }: { suspect: SuspectCommit; now: number }) {
  const { commit, path, functionName } = suspect
  return (
    <p className={styles.reason}>
      <CommitBy commit={commit} now={now} />
      {'; '}
      {say.changed}{' '}
      <code>
        <bdi>{clipText(path, 200)}</bdi>
      </code>
      {', '}
      {functionName === null ? (
        say.ofStack
      ) : (
        <>
          {say.ofFunction[0]}{' '}
          <code>
            <bdi>{clipText(functionName, 80)}</bdi>
          </code>{' '}
          {say.ofFunction[1]}
        </>
      )}
    </p>
  )
}
