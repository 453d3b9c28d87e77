import type { Kysely } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import { testsOf } from '#server/search/condition.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import { readLatestReleases } from '#server/store/releases/known-releases.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { testIssue } from './conditions.ts'

/** Finds those of these issues that meet a condition. */
export async function findMatching(
  db: Kysely<Database>,
  { ids, condition, now }: { ids: readonly number[]; condition: IssueCondition; now: number },
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const asksForLatest = testsOf(condition).some(({ kind }) => kind === 'latestRelease')
  const latestReleases = asksForLatest ? await readLatestReleases(db) : ''
  const rows = await db
    .selectFrom('issue')
    .select('issue.id')
    .where('issue.id', 'in', ids)
    .where((eb) => testIssue(eb, condition, { now, dayAgo: now - DAY_MS, latestReleases, hasLapsed: true }))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
