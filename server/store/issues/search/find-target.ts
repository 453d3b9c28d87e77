import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The event with an id, in whichever project. */
export async function findAnyEvent(db: Kysely<Database>, eventId: string) {
  const [event] = await selectEvent(db, { eventId })
  return event && { kind: 'event' as const, ...event }
}

const selectEvent = prepareQuery((db, { eventId }: { eventId: string }) =>
  db
    .selectFrom('project')
    .innerJoin('event', 'event.project_id', 'project.id')
    .select(['event.issue_id as issueId', 'event.event_id as eventId', 'event.project_id as projectId'])
    .where('event.event_id', '=', eventId)
    .limit(1),
)
