import type { DatabaseSync } from 'node:sqlite'
import { tablesWith } from '#server/store/schema/tables.ts'

const TABLES = tablesWith({ hasBlock: true })

/** Deletes those of the blocks in which nothing lies any more, of whatever kind. Needs a transaction. */
export function createBlockRemoval(connection: DatabaseSync) {
  const remove = connection.prepare(`
    delete from payload_block where id = ?1
      ${TABLES.map((table) => `and not exists (select 1 from ${table} where block_id = ?1)`).join('\n      ')}`)
  return (blockIds: Iterable<number>): void => {
    for (const id of blockIds) remove.run(id)
  }
}
