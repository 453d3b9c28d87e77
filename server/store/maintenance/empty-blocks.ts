import { queryOf } from '#server/store/rows/query.ts'
import { run, type Steps } from '#server/store/rows/steps.ts'
import { tablesWith } from '#server/store/schema/tables.ts'

const isEmpty = tablesWith({ hasBlock: true }).map(
  (table) => `not exists (select 1 from ${table} where block_id = :id)`,
)

const DELETE_EMPTY = queryOf({ id: 'integer' })(
  `delete from payload_block where id = :id and ${isEmpty.join(' and ')}`,
)

/** Deletes those of the blocks that hold no payload any more. */
export function* deleteEmptied(blockIds: Iterable<number>): Steps {
  yield* run(
    DELETE_EMPTY,
    [...new Set(blockIds)].map((id) => ({ id })),
  )
}
