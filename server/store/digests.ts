import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** The newest event that carries the digest: a foreign one may stand on many. */
export function findDigestEvent(db: Kysely<Database>, digest: string) {
  return selectNewest(db).where('digest.digest', '=', digest).executeTakeFirst()
}

/** The newest event whose digest has this first half: its issue is where the fault is worked on. */
export function findFaultEvent(db: Kysely<Database>, fault: string) {
  return selectNewest(db).where('digest.fault', '=', fault).executeTakeFirst()
}

function selectNewest(db: Kysely<Database>) {
  return db
    .selectFrom('digest')
    .innerJoin('event', 'event.id', 'digest.event_row_id')
    .select(['event.issue_id as issueId', 'event.event_id as eventId', 'event.project_id as projectId'])
    .orderBy('digest.event_row_id', 'desc')
    .limit(1)
}
