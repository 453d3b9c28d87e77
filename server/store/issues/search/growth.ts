import { type Kysely, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

const DAY_HOURS = 24
const REMEMBERED_MS = MINUTE_MS
/** Read between two turns of the event loop: some 2 ms. */
const ISSUES_AT_ONCE = 250

/** An issue's id, and by how many events it had more in the last 24 hours than in the 24 before. */
export type IssueGrowth = readonly [id: number, growth: number]

interface Remembered {
  at: number
  growth: Promise<IssueGrowth[]>
}

const remembered = new WeakMap<Kysely<Database>, Remembered>()

/**
 * Lists the issues that have an event in those two days, those that grew most first. Counting takes longer than any
 * list may, so it is done in slices, and once a minute at most: the pages of one list are of one order for it.
 */
export function readIssueGrowth(db: Kysely<Database>, now: number): Promise<readonly IssueGrowth[]> {
  const known = remembered.get(db)
  if (known && now >= known.at && now - known.at < REMEMBERED_MS) return known.growth
  const growth = countGrowth(db, now)
  remembered.set(db, { at: now, growth })
  growth.catch(() => remembered.delete(db)) // whoever asked is told; the next one tries again
  return growth
}

async function countGrowth(db: Kysely<Database>, now: number): Promise<IssueGrowth[]> {
  const hour = Math.floor(now / HOUR_MS)
  const middle = hour - DAY_HOURS
  const times = { middle, begin: middle - DAY_HOURS, since: (middle - DAY_HOURS) * HOUR_MS }
  const pairs: IssueGrowth[] = []
  for (let afterId = 0; ; ) {
    const issues = await listActive(db, { ...times, afterId })
    for (const { id, growth } of issues) pairs.push([id, growth])
    const last = issues.at(-1)
    if (issues.length < ISSUES_AT_ONCE || !last) return pairs.sort(([a, x], [b, y]) => y - x || b - a)
    afterId = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}

interface GrowthTimes {
  since: number
  begin: number
  middle: number
  afterId: number
}

const listActive = prepareQuery((db, { since, begin, middle, afterId }: GrowthTimes) =>
  db
    .selectFrom('issue')
    .select([
      'issue.id',
      sql<number>`(
        select coalesce(sum(case when hour > ${middle} then event_count else -event_count end), 0)
        from ${sql.table('issue_hour')}
        where project_id = issue.project_id and issue_id = issue.id and hour > ${begin})`.as('growth'),
    ])
    .where('issue.id', '>', afterId)
    .where('issue.last_seen', '>=', since)
    .orderBy('issue.id')
    .limit(ISSUES_AT_ONCE),
)
