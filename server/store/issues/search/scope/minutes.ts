import type { Kysely } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { countInScope, type EventScope } from './scope-counts.ts'

/** Reading so many times takes some ten milliseconds. */
const MOST_EVENTS = 10_000

interface CountedIssue {
  id: number
  projectId: number
}

/** Milliseconds since the epoch. */
interface MinuteBars {
  from: number
  barMs: number
  count: number
}

/**
 * Counts the events of each of these issues in bars that are shorter than the hours that are stored, oldest first.
 * Undefined where the hours have too many events, or some that were counted have been deleted since.
 */
export async function listByMinutes(
  db: Kysely<Database>,
  issues: readonly CountedIssue[],
  { scope, from, barMs, count }: MinuteBars & { scope: Pick<EventScope, 'environment' | 'release'> },
): Promise<number[][] | undefined> {
  const hours = {
    from: Math.floor(from / HOUR_MS) * HOUR_MS,
    before: Math.ceil((from + count * barMs) / HOUR_MS) * HOUR_MS,
  }
  const counted = await countInScope(db, issues, { ...scope, ...hours })
  if (counted.reduce((sum, events) => sum + events, 0) > MOST_EVENTS) return undefined
  const lists = new Map(issues.map(({ id }) => [id, new Array<number>(count).fill(0)]))
  const stored = new Map<number, number>()
  for (const { issueId, receivedAt } of await readTimes(db, [...lists.keys()], { scope, ...hours })) {
    stored.set(issueId, (stored.get(issueId) ?? 0) + 1)
    const list = lists.get(issueId)
    const bar = Math.floor((receivedAt - from) / barMs)
    if (list?.[bar] !== undefined) list[bar] += 1
  }
  const isWhole = issues.every(({ id }, index) => (stored.get(id) ?? 0) >= (counted[index] ?? 0))
  return isWhole ? issues.map(({ id }) => lists.get(id) ?? []) : undefined
}

function readTimes(
  db: Kysely<Database>,
  issueIds: readonly number[],
  { scope, from, before }: { scope: EventScope; from: number; before: number },
) {
  const { environment, release } = scope
  return db
    .selectFrom('event')
    .select(['issue_id as issueId', 'received_at as receivedAt'])
    .where('issue_id', 'in', [0, ...issueIds]) // no issue has the first, and a list needs one
    .where('received_at', '>=', from)
    .where('received_at', '<', before)
    .$if(environment !== undefined, (events) => events.where('environment', '=', environment ?? ''))
    .$if(release !== undefined, (events) => events.where('release', '=', release ?? ''))
    .limit(MOST_EVENTS)
    .execute()
}
