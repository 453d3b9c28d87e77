import type { DatabaseSync } from 'node:sqlite'

/**
 * Deletes one event with its digests and attachments, whose files are swept later. Its issue keeps counting it. Needs a
 * transaction. Gives the block that it lay in, which may be empty now.
 */
export function createEventDeletion(connection: DatabaseSync) {
  const removeDigests = connection.prepare('delete from digest where event_row_id = ?')
  const removeAttachments = connection.prepare(`
    delete from attachment where (project_id, event_id) = (select project_id, event_id from event where id = ?)`)
  const remove = connection.prepare('delete from event where id = ? returning block_id')
  return (rowId: number): number | undefined => {
    removeDigests.run(rowId)
    removeAttachments.run(rowId)
    const removed = remove.get(rowId)
    return removed && Number(removed.block_id)
  }
}
