import * as v from 'valibot'
import type { ChangedFile } from '#server/models/releases/commits.ts'

/**
 * What is kept of a release's commits. More is left out rather than refused: a deployment must not fail for it.
 * @internal
 */
export const commitLimits = { commits: 1_000, filesPerCommit: 500, pathChars: 500, messageChars: 2_000 }

const textUpTo = (length: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\0', '').trim().slice(0, length)), // PostgreSQL stores no NUL
  )
const orNull = (length: number) => v.nullish(textUpTo(length), null)

const time = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.transform((ms) => (Number.isNaN(ms) ? null : ms)),
)

const changedFile = v.pipe(
  v.object({ path: v.string(), type: v.string() }),
  v.transform(
    ({ path, type }): ChangedFile => [/^[A-Z]$/.test(type) ? type : 'M', path.replaceAll('\0', '')],
  ),
)

const files = v.pipe(
  v.array(changedFile),
  v.transform((all) =>
    all
      .filter(([, path]) => path !== '' && path.length <= commitLimits.pathChars)
      .slice(0, commitLimits.filesPerCommit),
  ),
)

/** https://docs.sentry.io/api/releases/create-a-new-release-for-an-organization/, the newest first */
export const commitsBody = v.pipe(
  v.array(
    v.pipe(
      v.object({
        id: v.pipe(textUpTo(64), v.minLength(1, 'it is empty')),
        repository: orNull(200),
        author_name: orNull(128),
        author_email: orNull(254),
        message: v.nullish(textUpTo(commitLimits.messageChars), ''),
        timestamp: v.nullish(time, null),
        patch_set: v.nullish(files, []),
      }),
      v.transform(({ id, repository, author_name, author_email, message, timestamp, patch_set }) => ({
        ...{ id, repository, message, files: patch_set ?? [] },
        ...{ authorName: author_name, authorEmail: author_email, committedAt: timestamp },
      })),
    ),
  ),
  v.transform((commits) => commits.slice(0, commitLimits.commits)),
)

/** Where a tool knows a repository by name, it sends the newest commit of it only. */
export const refsBody = v.array(v.object({ commit: textUpTo(64) }))
