import type { Kysely } from 'kysely'
import type { DistinctSketch } from '#server/processing/sketches/distinct-count.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { HealthPeriod } from './release-health.ts'

/** The users whose sessions of a release began in an hour; `isCrashed` is 1 for those of whom one crashed, 0 for all. */
export interface SessionUsers {
  projectId: number
  /** Hours are counted from the epoch. */
  hour: number
  release: string
  isCrashed: number
  sketch: DistinctSketch
}

/** Lists the users of the hours that begin in the period. */
export function listSessionUsers(
  db: Kysely<Database>,
  projectIds: readonly number[],
  { start, end }: HealthPeriod,
): Promise<SessionUsers[]> {
  return db
    .selectFrom('release_session_user')
    .select(['project_id as projectId', 'hour', 'release', 'is_crashed as isCrashed', 'sketch'])
    .where('project_id', 'in', [0, ...projectIds]) // no project is the first, and a list needs one
    .where('hour', '>=', Math.ceil(start / HOUR_MS))
    .where('hour', '<', Math.ceil(end / HOUR_MS))
    .execute()
}
