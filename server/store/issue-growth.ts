import { type Kysely, sql } from 'kysely'
import { prepareQuery } from './prepared.ts'
import type { Database } from './schema.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const REMEMBERED_MS = 60_000
/** Read between two turns of the event loop: some 2 ms. */
const ISSUES_AT_ONCE = 250

interface Remembered {
  at: number
  growth: Promise<string>
}

const remembered = new WeakMap<Kysely<Database>, Remembered>()

/**
 * By how many events each issue had more in the last 24 hours than in the 24 before, of those with any; JSON of pairs of
 * id and growth, for a query to be ordered by. Counting takes longer than any list may, so it is done in slices, and once a minute at most:
 * the pages of one list are of one order for it.
 */
export function readIssueGrowth(db: Kysely<Database>, now: number): Promise<string> {
  const known = remembered.get(db)
  if (known && now >= known.at && now - known.at < REMEMBERED_MS) return known.growth
  const growth = countGrowth(db, now)
  remembered.set(db, { at: now, growth })
  growth.catch(() => remembered.delete(db)) // whoever asked is told; the next one tries again
  return growth
}

async function countGrowth(db: Kysely<Database>, now: number): Promise<string> {
  const hour = Math.floor(now / HOUR_MS)
  const middle = hour - DAY_HOURS
  const times = { middle, begin: middle - DAY_HOURS, since: (middle - DAY_HOURS) * HOUR_MS }
  const pairs: [number, number][] = []
  for (let afterId = 0; ; ) {
    const issues = await listActive(db, { ...times, afterId })
    for (const { id, growth } of issues) pairs.push([id, growth])
    const last = issues.at(-1)
    if (issues.length < ISSUES_AT_ONCE || !last) return JSON.stringify(pairs)
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
        from issue_hour
        where project_id = issue.project_id and issue_id = issue.id and hour > ${begin})`.as('growth'),
    ])
    .where('issue.id', '>', afterId)
    .where('issue.last_seen', '>=', since)
    .orderBy('issue.id')
    .limit(ISSUES_AT_ONCE),
)
