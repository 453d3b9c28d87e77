import { type Kysely, sql } from 'kysely'
import { tellsOfServer } from '#server/processing/grouping/echo.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Of the events that were stored before it was known which of them tell of the server, these are read. */
const MOST_READ = 20

/**
 * The event that a digest leads to: the newest that tells of the failure where it happened, since what a browser reports
 * of it says nothing and comes later; without one the newest. A foreign digest may stand on many.
 */
export async function findDigestEvent(db: Kysely<Database>, digest: string) {
  // Most words that are looked up are no digests, so both are asked at once.
  const [known, newest] = await Promise.all([
    selectNewest(db)
      .where('digest.digest', '=', digest)
      .where('digest.tells_of_server', '=', sql.lit(1)) // a bound 1 would not find the partial index
      .executeTakeFirst(),
    selectNewest(db)
      .where('digest.digest', '=', digest)
      .select(['event.block_id as blockId', 'event.block_offset as blockOffset'])
      .select(['event.block_length as blockLength', 'digest.tells_of_server as mark'])
      .limit(MOST_READ)
      .execute(),
  ])
  if (known) return known
  for (const { blockId, blockOffset, blockLength, mark, ...event } of newest) {
    const payload = mark === null ? await findPayload(db, { blockId, blockOffset, blockLength }) : undefined
    if (payload !== undefined && tellsOfServer(payload)) return event
  }
  const [first] = newest
  return first && { issueId: first.issueId, eventId: first.eventId, projectId: first.projectId }
}

/** The newest event whose digest has this first half: its issue is where the fault is worked on. */
export function findEventByDigestPrefix(db: Kysely<Database>, digestPrefix: string) {
  return selectNewest(db).where('digest.fault', '=', digestPrefix).executeTakeFirst()
}

function selectNewest(db: Kysely<Database>) {
  return db
    .selectFrom('digest')
    .innerJoin('event', 'event.id', 'digest.event_row_id')
    .select(['event.issue_id as issueId', 'event.event_id as eventId', 'event.project_id as projectId'])
    .orderBy('digest.event_row_id', 'desc')
    .limit(1)
}
