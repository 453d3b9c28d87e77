import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Hours since the epoch, from the first to before the last. */
export interface Hours {
  from: number
  before: number
}

export interface SessionHour {
  release: string
  hour: number
  quantity: number
  crashed: number
}

interface HoursOfProject extends Hours {
  projectId: number
}

/** The sessions of each release of a project, and those that crashed. */
export const sumSessions = prepareQuery(selectSessions)

/** The sessions of each release of a project by the hour. */
export const listSessionHours = prepareQuery((db, asked: HoursOfProject) =>
  selectSessions(db, asked).select('hour').groupBy('hour'),
)

function selectSessions(db: Kysely<Database>, { projectId, from, before }: HoursOfProject) {
  return db
    .selectFrom('release_session_hour')
    .select(({ fn, eb }) => [
      'release',
      fn.sum<number>('quantity').as('quantity'),
      fn
        .sum<number>(eb.case().when('health', '=', 'crashed').then(eb.ref('quantity')).else(0).end())
        .as('crashed'),
    ])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy('release')
}

/** The sketches of a release's users by the hour. */
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
