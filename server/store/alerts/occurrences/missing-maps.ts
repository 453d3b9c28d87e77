import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Issues of each release that wait for source maps since a time, and did so before another. */
export function countMissingMaps(
  db: Kysely<Database>,
  { projectIds, since, before }: { projectIds: readonly number[]; since: number; before: number },
) {
  return db
    .selectFrom('waiting_stack')
    .innerJoin('event', 'event.id', 'waiting_stack.event_row_id')
    .select(['waiting_stack.project_id as projectId', 'event.release'])
    .select(({ fn }) => fn.count<number>('waiting_stack.grouping_id').distinct().as('issues'))
    .where('waiting_stack.project_id', 'in', [0, ...projectIds]) // no project has the first, and a list needs one
    .where('waiting_stack.state', 'in', ['waiting', 'looked'])
    .where('waiting_stack.created_at', '>', since)
    .where('waiting_stack.created_at', '<=', before)
    .where('event.release', 'is not', null)
    .groupBy(['waiting_stack.project_id', 'event.release'])
    .execute()
}

const MOST = 20_000

/** Those that wait for source maps since they came, which was after a time. */
export async function listWaitingStacks(
  db: Kysely<Database>,
  { projectId, since }: { projectId: number; since: number },
) {
  return db
    .selectFrom('waiting_stack')
    .innerJoin('event', 'event.id', 'waiting_stack.event_row_id')
    .select(['waiting_stack.grouping_id as groupingId', 'waiting_stack.created_at as at'])
    .select(({ ref }) => ref('event.release').$notNull().as('release'))
    .where('waiting_stack.project_id', '=', projectId)
    .where('waiting_stack.state', 'in', ['waiting', 'looked'])
    .where('waiting_stack.created_at', '>', since)
    .where('event.release', 'is not', null)
    .limit(MOST)
    .execute()
}
