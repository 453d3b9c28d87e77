import type { Kysely } from 'kysely'
import type { HistoryMark } from '#server/models/issues.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The newest ones: more lines than these are no longer told apart. */
const MOST_RELEASES = 12
const MOST_DEPLOYS = 12

/** Events of an issue in each hour of a range, oldest first. */
export async function readHourlyCounts(
  db: Kysely<Database>,
  issue: { id: number; projectId: number },
  { fromHour, hours }: { fromHour: number; hours: number },
): Promise<number[]> {
  const { id: issueId, projectId } = issue
  const rows = await selectHours(db, { issueId, projectId, fromHour, before: fromHour + hours })
  const counts = new Array<number>(hours).fill(0)
  for (const { hour, eventCount } of rows) counts[hour - fromHour] = eventCount
  return counts
}

interface HoursOfIssue {
  issueId: number
  projectId: number
  fromHour: number
  before: number
}

const selectHours = prepareQuery((db, { issueId, projectId, fromHour, before }: HoursOfIssue) =>
  db
    .selectFrom('issue_hour')
    .select(['hour', 'event_count as eventCount'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('hour', '>=', fromHour)
    .where('hour', '<', before),
)

/** The project's last releases, and the deploys of those, in some time; the earliest first. */
export async function listHistoryMarks(
  db: Kysely<Database>,
  projectId: number,
  { from, before }: { from: number; before: number },
): Promise<HistoryMark[]> {
  const releases = await selectReleases(db, { projectId, before })
  const versions = releases.map(({ version }) => version)
  const deploys =
    versions.length === 0
      ? []
      : await db
          .selectFrom('deploy')
          .select(['version', 'environment', 'finished_at as time'])
          .where('project_id', '=', projectId)
          .where('version', 'in', versions)
          .where('finished_at', '>=', from)
          .where('finished_at', '<', before)
          .orderBy('finished_at', 'desc')
          .limit(MOST_DEPLOYS)
          .execute()
  const marks: HistoryMark[] = [
    ...releases.map(({ version, createdAt, firstSeen, releasedAt }) => ({
      kind: 'release' as const,
      version,
      environment: null,
      time: releasedAt ?? firstSeen ?? createdAt,
    })),
    ...deploys.map((deploy) => ({ kind: 'deploy' as const, ...deploy })),
  ]
  return marks.filter(({ time }) => time >= from && time < before).toSorted((a, b) => a.time - b.time)
}

const selectReleases = prepareQuery((db, { projectId, before }: { projectId: number; before: number }) =>
  db
    .selectFrom('project_release')
    .select(['version', 'created_at as createdAt', 'first_seen as firstSeen', 'released_at as releasedAt'])
    .where('project_id', '=', projectId)
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RELEASES),
)
