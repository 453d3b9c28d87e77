import type { Kysely } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type Hours, sumSessions } from './session-hours.ts'
import { countUsersOf, listSessionUsers } from './session-users.ts'

/** How a release does in a period. Shares from 0 to 1; null where nothing came that they could be of. */
export interface ReleaseHealth {
  sessionCount: number
  crashFreeSessions: number | null
  crashFreeUsers: number | null
  /** The share of users whose app did not respond, in the foreground or not. */
  anrUsers: number | null
  /** The share of the project's sessions, or of its events where no release has sessions. */
  adoption: number | null
}

interface NamedRelease {
  projectId: number
  version: string
}

/** Milliseconds since the epoch; the end is not part of it. */
export interface HealthPeriod {
  start: number
  end: number
}

/** Sessions are counted by the hour: it is about those that begin in the period, and about the last one at least. */
function hoursOf({ start, end }: HealthPeriod): Hours {
  const before = Math.ceil(end / HOUR_MS)
  return { from: Math.min(Math.ceil(start / HOUR_MS), before - 1), before }
}

/** One for each of the releases, in their order. */
export async function readReleaseHealth(
  db: Kysely<Database>,
  releases: readonly NamedRelease[],
  period: HealthPeriod,
): Promise<ReleaseHealth[]> {
  const hours = hoursOf(period)
  const health = new Map<string, ReleaseHealth>()
  for (const [projectId, ofProject] of Map.groupBy(releases, (release) => release.projectId)) {
    const versions = ofProject.map(({ version }) => version)
    const [sessions, events, users] = await Promise.all([
      sumSessions(db, { projectId, ...hours }),
      sumEvents(db, { projectId, ...hours }),
      listSessionUsers(db, { projectIds: [projectId], releases: versions, ...hours }),
    ])
    const allSessions = sumOf(sessions.map(({ quantity }) => quantity))
    const allEvents = sumOf(events.map(({ quantity }) => quantity))
    const sessionsOf = new Map(sessions.map((row) => [row.release, row]))
    const usersOf = Map.groupBy(users, ({ release }) => release)
    const eventsOf = new Map(events.map((row) => [row.release, row.quantity]))
    for (const version of versions) {
      const own = sessionsOf.get(version) ?? { quantity: 0, crashed: 0 }
      const ownUsers = usersOf.get(version) ?? []
      const userCount = countUsersOf(ownUsers, 'all')
      health.set(`${projectId} ${version}`, {
        sessionCount: own.quantity,
        crashFreeSessions: freeShare(own.crashed, own.quantity),
        crashFreeUsers: freeShare(countUsersOf(ownUsers, 'crashed'), userCount),
        anrUsers: partOf(countUsersOf(ownUsers, 'anr_background', 'anr_foreground'), userCount),
        adoption:
          allSessions > 0 ? own.quantity / allSessions : shareOf(eventsOf.get(version) ?? 0, allEvents),
      })
    }
  }
  return releases.map(({ projectId, version }) => health.get(`${projectId} ${version}`) ?? NOTHING)
}

/** Those of a project that had sessions or events in the period, the most adopted first. */
export async function readProjectHealth(
  db: Kysely<Database>,
  projectId: number,
  period: HealthPeriod,
): Promise<(ReleaseHealth & { version: string })[]> {
  const hours = hoursOf(period)
  const [sessions, events] = await Promise.all([
    sumSessions(db, { projectId, ...hours }),
    sumEvents(db, { projectId, ...hours }),
  ])
  const largestFirst = (rows: typeof events) => rows.toSorted((a, b) => b.quantity - a.quantity)
  // adoption is of sessions where there are any
  const rows = [...largestFirst(sessions), ...largestFirst(events)]
  const versions = [...new Set(rows.map(({ release }) => release))].slice(0, MOST_RELEASES)
  const named = versions.map((version) => ({ projectId, version }))
  const health = await readReleaseHealth(db, named, period)
  return named.map(({ version }, index) => ({ version, ...(health[index] ?? NOTHING) }))
}

const MOST_RELEASES = 100

const NOTHING: ReleaseHealth = {
  sessionCount: 0,
  crashFreeSessions: null,
  crashFreeUsers: null,
  anrUsers: null,
  adoption: null,
}

const sumEvents = prepareQuery((db, { projectId, from, before }: Hours & { projectId: number }) =>
  db
    .selectFrom('release_hour')
    .select(({ fn }) => ['release', fn.sum<number>('event_count').as('quantity')])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy('release'),
)

function freeShare(crashed: number, all: number): number | null {
  const share = partOf(crashed, all)
  return share === null ? null : 1 - share
}

/** Two estimates may cross. */
function partOf(some: number, all: number): number | null {
  return all > 0 ? Math.min(1, some / all) : null
}

function shareOf(part: number, all: number): number | null {
  return all > 0 ? part / all : null
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
