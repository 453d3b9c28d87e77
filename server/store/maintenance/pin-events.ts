import { queryOf } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import { PINNED } from './eviction-rank.ts'

const SET_REDUNDANCY = queryOf({ redundancy: 'integer', id: 'integer' })(
  'update event set redundancy = :redundancy where id = :id',
)

/** Keeps events for as long as an issue's first one: its last one, or the one that it came back with. */
export function* pinEvents(rowIds: readonly number[]): Steps {
  yield* run(
    SET_REDUNDANCY,
    rowIds.map((id) => ({ redundancy: PINNED, id })),
  )
}
