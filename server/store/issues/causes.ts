import { type Kysely, sql } from 'kysely'
import type { HistoryMark } from '#server/models/issues.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What an event says of where it ran. */
export interface EventOrigin {
  release: string
  environment: string | null
}

/** Enough events to know which release most of them are of. */
const MOST_EVENTS = 500

/** Finds the last deploy of a release to an environment, or else the release itself, up to a time. */
export async function findMarkBefore(
  db: Kysely<Database>,
  projectId: number,
  { release: version, environment, time }: EventOrigin & { time: number },
): Promise<HistoryMark | null> {
  const [deploy] =
    environment === null ? [] : await selectDeploy(db, { projectId, version, environment, time })
  if (deploy) return { kind: 'deploy', version, environment, time: deploy.time }
  const [release] = await selectRelease(db, { projectId, version })
  const releasedAt = release && (release.releasedAt ?? release.firstSeen ?? release.createdAt)
  if (releasedAt === undefined || releasedAt > time) return null
  return { kind: 'release', version, environment: null, time: releasedAt }
}

interface ReleaseOfProject {
  projectId: number
  version: string
}

interface DeployBefore extends ReleaseOfProject {
  environment: string
  time: number
}

const selectDeploy = prepareQuery((db, { projectId, version, environment, time }: DeployBefore) =>
  db
    .selectFrom('deploy')
    .select('finished_at as time')
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .where('environment', '=', environment)
    .where('finished_at', '<=', time)
    .orderBy('finished_at', 'desc')
    .limit(1),
)

const selectRelease = prepareQuery((db, { projectId, version }: ReleaseOfProject) =>
  db
    .selectFrom('project_release')
    .select(['created_at as createdAt', 'first_seen as firstSeen', 'released_at as releasedAt'])
    .where('project_id', '=', projectId)
    .where('version', '=', version),
)

/** True when the project sent anything before a time: otherwise nothing can have changed then. */
export async function didRunBefore(
  db: Kysely<Database>,
  projectId: number,
  { version, time }: HistoryMark,
): Promise<boolean> {
  const [[earlierRelease], [earlierHour]] = await Promise.all([
    selectEarlierRelease(db, { projectId, version, time }),
    selectEarlierHour(db, { projectId, before: Math.floor(time / HOUR_MS) }),
  ])
  return earlierRelease !== undefined || earlierHour !== undefined
}

const selectEarlierHour = prepareQuery((db, { projectId, before }: { projectId: number; before: number }) =>
  db
    .selectFrom('project_hour')
    .select('hour')
    .where('project_id', '=', projectId)
    .where('hour', '<', before)
    .limit(1),
)

const selectEarlierRelease = prepareQuery(
  (db, { projectId, version, time }: ReleaseOfProject & { time: number }) =>
    db
      .selectFrom('project_release')
      .select('id')
      .where('project_id', '=', projectId)
      .where('version', '!=', version)
      .where('first_seen', '<', time)
      .limit(1),
)

/** Finds where the first event of an issue ran; null when it was deleted or names no release. */
export async function findFirstOrigin(
  db: Kysely<Database>,
  issue: { id: number; firstSeen: number },
): Promise<EventOrigin | null> {
  const [event] = await selectArrived(db, { issueId: issue.id, at: issue.firstSeen })
  return event?.release ? { release: event.release, environment: event.environment } : null
}

const selectArrived = prepareQuery((db, { issueId, at }: { issueId: number; at: number }) =>
  db
    .selectFrom('event')
    .select(['release', 'environment'])
    .where('issue_id', '=', issueId)
    .where('received_at', '=', at)
    .orderBy('id')
    .limit(1),
)

/** Finds where at least half of an issue's events ran in a period; null when they have nothing in common. */
export async function findMainOrigin(
  db: Kysely<Database>,
  issueId: number,
  { from, before }: { from: number; before: number },
): Promise<EventOrigin | null> {
  const origins = await db
    .selectFrom(
      db
        .selectFrom('event')
        .select(['release', 'environment'])
        .where('issue_id', '=', issueId)
        .where('received_at', '>=', from)
        .where('received_at', '<', before)
        .orderBy('received_at')
        .limit(MOST_EVENTS)
        .as('of_period'),
    )
    .select(['release', 'environment', sql<number>`count(*)`.as('eventCount')])
    .groupBy(['release', 'environment'])
    .orderBy(sql`count(*)`, 'desc')
    .execute()
  const [main] = origins
  const total = origins.reduce((sum, { eventCount }) => sum + eventCount, 0)
  if (!main?.release || 2 * main.eventCount < total) return null
  return { release: main.release, environment: main.environment }
}

/** Finds where the event ran that reopened an issue last; null when it names no release, or when none did. */
export async function findRegression(
  db: Kysely<Database>,
  issueId: number,
): Promise<(EventOrigin & { time: number }) | null> {
  const row = await db
    .selectFrom('issue')
    .leftJoin('event', (join) =>
      join
        .onRef('event.project_id', '=', 'issue.project_id')
        .onRef('event.event_id', '=', 'issue.regressed_event_id'),
    )
    .select(['issue.regressed_release as release', 'event.environment', 'issue.regressed_at as time'])
    .where('issue.id', '=', issueId)
    .executeTakeFirst()
  if (!row || row.release === null || row.time === null) return null
  return { release: row.release, environment: row.environment, time: row.time }
}
