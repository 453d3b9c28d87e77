import { clipText } from '#renderer/format/format.ts'
import { commits as say } from '#renderer/texts/releases.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import type { ReleaseCommit } from '#server/models/releases/commits.ts'

interface CommitByProps {
  commit: Pick<ReleaseCommit, 'authorName' | 'authorEmail' | 'committedAt'>
  now: number
}

/** Who wrote a commit, and when. */
export function CommitBy({ commit: { authorName, authorEmail, committedAt }, now }: CommitByProps) {
  return (
    <>
      {say.by} <bdi>{clipText(authorName ?? authorEmail ?? say.unknownAuthor, 60)}</bdi>
      {committedAt !== null && (
        <>
          , <PageTime time={committedAt} now={now} />
        </>
      )}
    </>
  )
}
