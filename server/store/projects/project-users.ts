import type { Kysely } from 'kysely'
import { countDistinct, mergeAllSketches } from '#server/processing/sketches/distinct-count.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A sketch of a busy day has 16 KB. */
const MOST_DAYS = 92

export interface ProjectUsers {
  projectId: number
  /** Distinct users whom its events named: exact up to 1,000, then within 2 %. */
  userCount: number
}

/**
 * Counts each project's users in the days (UTC) that the period touches, three months of them at most, because users
 * are counted by the day. Projects that named no user are left out.
 */
export async function countProjectUsers(
  db: Kysely<Database>,
  projectIds: readonly number[],
  period: { start: number; end: number },
): Promise<ProjectUsers[]> {
  const rows = await listUserDays(db, projectIds, period)
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId)
  return Array.from(byProject, ([projectId, days]) => ({
    projectId,
    userCount: countDistinct(mergeAllSketches(days.map(({ sketch }) => sketch))),
  }))
}

/** Lists the users of each project and day; days without users are left out. */
export function listUserDays(
  db: Kysely<Database>,
  projectIds: readonly number[],
  { start, end }: { start: number; end: number },
) {
  const before = Math.ceil(end / DAY_MS)
  return db
    .selectFrom('project_user_day')
    .select(['project_id as projectId', 'day', 'sketch'])
    .where('project_id', 'in', [0, ...projectIds]) // no project is the first, and a list needs one
    .where('day', '>=', Math.max(Math.floor(start / DAY_MS), before - MOST_DAYS))
    .where('day', '<', before)
    .orderBy('project_id')
    .orderBy('day')
    .execute()
}
