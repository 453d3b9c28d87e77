import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Hours since the epoch, from the first to before the last. */
interface Hours {
  from: number
  before: number
}

export interface SessionHour {
  release: string
  hour: number
  quantity: number
  crashed: number
}

/** The sessions of each release of a project by the hour. */
export function listSessionHours(
  db: Kysely<Database>,
  projectId: number,
  { from, before }: Hours,
): Promise<SessionHour[]> {
  return db
    .selectFrom('release_session_hour')
    .select(({ fn, eb }) => [
      'release',
      'hour',
      fn.sum<number>('quantity').as('quantity'),
      fn
        .sum<number>(eb.case().when('health', '=', 'crashed').then(eb.ref('quantity')).else(0).end())
        .as('crashed'),
    ])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy(['release', 'hour'])
    .execute()
}

/** The sketches of a release's people by the hour. */
export function listUserHours(
  db: Kysely<Database>,
  { projectId, release, from, before }: Hours & { projectId: number; release: string },
) {
  return db
    .selectFrom('release_session_user')
    .select(['hour', 'is_crashed as isCrashed', 'sketch'])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .where('release', '=', release)
    .execute()
}
