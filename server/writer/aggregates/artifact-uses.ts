import { queryOf } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import type { ArtifactUse } from '#server/writer/batch/prepare.ts'

const NOTE_USE = queryOf({ used_at: 'integer', id: 'integer' })(
  'update artifact set used_at = :used_at where id = :id and used_at < :used_at',
)

/** Uploads are kept for as long as they are used. */
export function* noteUses(uses: readonly ArtifactUse[]): Steps {
  yield* run(
    NOTE_USE,
    uses.map(({ id, usedAt }) => ({ id, used_at: usedAt })),
  )
}
