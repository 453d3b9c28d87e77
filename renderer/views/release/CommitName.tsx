import { clipText } from '#renderer/format/format.ts'
import { commits as say } from '#renderer/texts/releases.ts'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'
import styles from './CommitName.module.css'
import { commitLink, shortId, summaryOf } from './commit-link.ts'

interface CommitNameProps {
  commit: Pick<ReleaseCommit, 'id' | 'message'>
  /** The address of the project's repository. */
  repository: string | undefined
}

/** A commit's short hash, which leads to the Git host if the project's repository is known, and the first line of its message. */
export function CommitName({ commit: { id, message }, repository }: CommitNameProps) {
  const href = commitLink(repository, id)
  const hash = (
    <code className={styles.hash}>
      <bdi>{shortId(id)}</bdi>
    </code>
  )
  const summary = summaryOf(message)
  return (
    <>
      {href === undefined ? (
        hash
      ) : (
        <a href={href} rel="external noopener noreferrer">
          {hash}
        </a>
      )}{' '}
      <bdi>{summary === '' ? say.noMessage : clipText(summary, 160)}</bdi>
    </>
  )
}
