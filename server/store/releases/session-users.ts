import type { Kysely } from 'kysely'
import type { AnrMechanism } from '#server/processing/record.ts'
import {
  countDistinct,
  type DistinctSketch,
  mergeAllSketches,
} from '#server/processing/sketches/distinct-count.ts'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Hours } from './session-hours.ts'

/** All users of sessions, those with a session that crashed, or with one whose app did not respond. */
export type UserGroup = 'all' | 'crashed' | AnrMechanism

/** The users of a group whose sessions of a release began in an hour. */
export interface SessionUsers {
  projectId: number
  /** Hours are counted from the epoch. */
  hour: number
  release: string
  group: UserGroup
  sketch: DistinctSketch
}

interface Asked extends Hours {
  projectIds: readonly number[]
  /** All of them if it is left out. */
  releases?: readonly string[] | undefined
}

/** Lists the users whose sessions began in these hours. */
export async function listSessionUsers(
  db: Kysely<Database>,
  { projectIds, releases, from, before }: Asked,
): Promise<SessionUsers[]> {
  const asked = { projectIds: [0, ...projectIds], releases, from, before } // no project is the first, and a list needs one
  const [users, hung] = await Promise.all([selectUsers(db, asked), selectHung(db, asked)])
  return [
    ...users.map(
      ({ isCrashed, ...row }) => ({ ...row, group: isCrashed === 1 ? 'crashed' : 'all' }) as const,
    ),
    ...hung.map(({ mechanism, ...row }) => ({ ...row, group: mechanism as AnrMechanism })), // only ingest writes it
  ]
}

const selectUsers = prepareByShape((db, { projectIds, releases, from, before }: Asked) =>
  db
    .selectFrom('release_session_user')
    .select(['project_id as projectId', 'hour', 'release', 'is_crashed as isCrashed', 'sketch'])
    .where('project_id', 'in', projectIds)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .$if(releases !== undefined, (query) => query.where('release', 'in', releases ?? [])),
)

const selectHung = prepareByShape((db, { projectIds, releases, from, before }: Asked) =>
  db
    .selectFrom('release_session_anr')
    .select(['project_id as projectId', 'hour', 'release', 'mechanism', 'sketch'])
    .where('project_id', 'in', projectIds)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .$if(releases !== undefined, (query) => query.where('release', 'in', releases ?? [])),
)

/** Whoever is in several groups, or came in several hours, is counted once. */
export function countUsersOf(
  rows: readonly Pick<SessionUsers, 'group' | 'sketch'>[],
  ...groups: readonly UserGroup[]
): number {
  const own = rows.filter(({ group }) => groups.includes(group))
  return countDistinct(mergeAllSketches(own.map(({ sketch }) => sketch)))
}
