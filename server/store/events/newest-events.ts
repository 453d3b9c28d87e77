import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Lists where the payloads of a project's newest events are. */
export function listNewestEventRows(
  db: Kysely<Database>,
  projectId: number,
  { since, limit }: { since: number; limit: number },
) {
  return db
    .selectFrom('event')
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('project_id', '=', projectId)
    .where('received_at', '>=', since)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}
