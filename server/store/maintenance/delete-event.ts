import type { DatabaseSync } from 'node:sqlite'
import { tablesWith } from '#server/store/schema/tables.ts'

/**
 * Deletes one event with what hangs on it, as schema/tables.ts says; attachments' files are swept later. Its issue keeps counting it. Needs a
 * transaction. Gives the block that it lay in, which may be empty now.
 */
export function createEventDeletion(connection: DatabaseSync) {
  const removals = [
    ...tablesWith({ withEvent: 'by row' }).map((table) => `delete from ${table} where event_row_id = ?`),
    ...tablesWith({ withEvent: 'by id' }).map(
      (table) =>
        `delete from ${table} where (project_id, event_id) = (select project_id, event_id from event where id = ?)`,
    ),
  ].map((text) => connection.prepare(text))
  const remove = connection.prepare('delete from event where id = ? returning block_id')
  return (rowId: number): number | undefined => {
    for (const removal of removals) removal.run(rowId)
    const removed = remove.get(rowId)
    return removed && Number(removed.block_id)
  }
}
