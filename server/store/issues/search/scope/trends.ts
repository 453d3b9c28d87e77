import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { prepareByShape } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface CountedIssue {
  id: number
  projectId: number
  /** This counts all events ever: as long as it is the same, so are the hours that it is made of. */
  eventCount: number
}

export interface TrendRange {
  /** Hours are counted from the epoch. */
  fromHour: number
  hours: number
}

/** A trend and what it was read for. */
interface Remembered extends TrendRange {
  eventCount: number
  trend: readonly number[]
}

/** Some 300 bytes each. */
const MOST_REMEMBERED = 5_000
const rememberedTrends = new WeakMap<Kysely<Database>, LRUCache<number, Remembered>>()

/**
 * Events by hour of each issue, whatever their projects; the issues whose count has changed since they were last asked
 * for are read, in one query.
 */
export async function readIssueTrends(
  db: Kysely<Database>,
  issues: readonly CountedIssue[],
  range: TrendRange,
): Promise<(readonly number[])[]> {
  const remembered = rememberedTrends.get(db) ?? new LRUCache<number, Remembered>({ max: MOST_REMEMBERED })
  rememberedTrends.set(db, remembered)
  const known = issues.map((issue) => trendOf(remembered.get(issue.id), issue, range))
  const changed = issues.filter((_, index) => known[index] === undefined)
  if (changed.length === 0) return known as (readonly number[])[] // none is missing
  const read = await queryTrends(db, changed, range)
  for (const { id, eventCount } of changed) {
    remembered.set(id, { ...range, eventCount, trend: read.get(id) ?? [] })
  }
  return issues.map(({ id }, index) => known[index] ?? read.get(id) ?? [])
}

function trendOf(remembered: Remembered | undefined, { eventCount }: CountedIssue, range: TrendRange) {
  const isSame =
    remembered?.eventCount === eventCount &&
    remembered.fromHour === range.fromHour &&
    remembered.hours === range.hours
  return isSame ? remembered.trend : undefined
}

async function queryTrends(
  db: Kysely<Database>,
  issues: readonly CountedIssue[],
  { fromHour, hours }: TrendRange,
): Promise<Map<number, readonly number[]>> {
  const trends = new Map(issues.map(({ id }) => [id, new Array<number>(hours).fill(0)]))
  const counts = await selectHours(db, {
    fromHour,
    projectIds: issues.map(({ projectId }) => projectId),
    ids: issues.map(({ id }) => id),
  })
  for (const { issueId, hour, eventCount } of counts) {
    const trend = trends.get(issueId)
    if (trend && hour - fromHour < hours) trend[hour - fromHour] = eventCount
  }
  return trends
}

interface HoursOfIssues {
  fromHour: number
  projectIds: readonly number[]
  /** Each belongs to the project at the same index. A page has a hundred at most. */
  ids: readonly number[]
}

const selectHours = prepareByShape((db, { fromHour, projectIds, ids }: HoursOfIssues) =>
  db
    .selectFrom('issue_hour')
    .select(['issue_id as issueId', 'hour', 'event_count as eventCount'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('project_id', 'issue_id'),
        'in',
        projectIds.map((projectId, index) => tuple(projectId, ids[index] ?? 0)),
      ),
    )
    .where('hour', '>=', fromHour),
)
