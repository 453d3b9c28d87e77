import type { Kysely } from 'kysely'
import { countDistinct, EMPTY_SKETCH, mergeSketches } from '../processing/distinct-count.ts'
import type { Database } from './schema.ts'

/** How a release does from some hour on. Shares from 0 to 1; null where nothing came that they could be of. */
export interface ReleaseHealth {
  sessionCount: number
  crashFreeSessions: number | null
  crashFreeUsers: number | null
  /** Of the project's sessions, or of its events where no release has sessions. */
  adoption: number | null
}

interface NamedRelease {
  projectId: number
  version: string
}

/** One for each of the releases, in their order. */
export async function readReleaseHealth(
  db: Kysely<Database>,
  releases: readonly NamedRelease[],
  fromHour: number,
): Promise<ReleaseHealth[]> {
  const health = new Map<string, ReleaseHealth>()
  for (const [projectId, ofProject] of Map.groupBy(releases, (release) => release.projectId)) {
    const versions = ofProject.map(({ version }) => version)
    const [sessions, events, users] = await Promise.all([
      sumSessions(db, projectId, fromHour),
      sumEvents(db, projectId, fromHour),
      countUsers(db, { projectId, versions, fromHour }),
    ])
    const allSessions = sumOf(sessions.map(({ quantity }) => quantity))
    const allEvents = sumOf(events.map(({ quantity }) => quantity))
    for (const version of versions) {
      const own = sessions.find((row) => row.release === version) ?? { quantity: 0, crashed: 0 }
      const ownEvents = events.find((row) => row.release === version)?.quantity ?? 0
      const people = users.get(version) ?? { all: 0, crashed: 0 }
      health.set(`${projectId} ${version}`, {
        sessionCount: own.quantity,
        crashFreeSessions: freeShare(own.crashed, own.quantity),
        crashFreeUsers: freeShare(people.crashed, people.all),
        adoption: allSessions > 0 ? own.quantity / allSessions : shareOf(ownEvents, allEvents),
      })
    }
  }
  return releases.map(({ projectId, version }) => health.get(`${projectId} ${version}`) ?? NOTHING)
}

const NOTHING: ReleaseHealth = {
  sessionCount: 0,
  crashFreeSessions: null,
  crashFreeUsers: null,
  adoption: null,
}

function sumSessions(db: Kysely<Database>, projectId: number, fromHour: number) {
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
    .where('hour', '>=', fromHour)
    .groupBy('release')
    .execute()
}

function sumEvents(db: Kysely<Database>, projectId: number, fromHour: number) {
  return db
    .selectFrom('release_hour')
    .select(({ fn }) => ['release', fn.sum<number>('event_count').as('quantity')])
    .where('project_id', '=', projectId)
    .where('hour', '>=', fromHour)
    .groupBy('release')
    .execute()
}

/** People of several hours are merged: who came in each of them is one. */
async function countUsers(
  db: Kysely<Database>,
  { projectId, versions, fromHour }: { projectId: number; versions: string[]; fromHour: number },
) {
  const rows = await db
    .selectFrom('release_session_user')
    .select(['release', 'is_crashed as isCrashed', 'sketch'])
    .where('project_id', '=', projectId)
    .where('hour', '>=', fromHour)
    .where('release', 'in', versions)
    .execute()
  const counts = new Map<string, { all: number; crashed: number }>()
  for (const [release, ofRelease] of Map.groupBy(rows, (row) => row.release)) {
    const count = (isCrashed: number) =>
      countDistinct(
        ofRelease
          .filter((row) => row.isCrashed === isCrashed)
          .reduce((merged, { sketch }) => mergeSketches(merged, sketch), EMPTY_SKETCH),
      )
    counts.set(release, { all: count(0), crashed: count(1) })
  }
  return counts
}

/** Two estimates may cross. */
function freeShare(crashed: number, all: number): number | null {
  return all > 0 ? Math.max(0, 1 - crashed / all) : null
}

function shareOf(part: number, all: number): number | null {
  return all > 0 ? part / all : null
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
