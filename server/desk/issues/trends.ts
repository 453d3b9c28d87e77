import type { TrendBars } from '#server/models/issues.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listIssueKeys } from '#server/store/issues/issues.ts'
import { listByMinutes } from '#server/store/issues/search/scope/minutes.ts'
import { type EventScope, listInScope } from '#server/store/issues/search/scope/scope-counts.ts'

/** Counts the events of each issue in each bar, oldest first; undefined where bars of minutes cannot be counted. */
export async function readTrends(
  { db }: Store,
  issueIds: readonly number[],
  { unit, from, count, each }: TrendBars,
  scope: EventScope = {},
): Promise<number[][] | undefined> {
  const keys = await listIssueKeys(db, issueIds)
  if (unit === 'minute') {
    return listByMinutes(db, keys, { scope, from: from * MINUTE_MS, barMs: each * MINUTE_MS, count })
  }
  const span = { unit, from, before: from + count * each }
  const lists = await listInScope(db, keys, { scope, span })
  return each === 1 ? lists : lists.map((list) => joinBars(list, each))
}

/** Adds up each so many counts. */
function joinBars(counts: readonly number[], each: number): number[] {
  const joined = new Array<number>(Math.ceil(counts.length / each)).fill(0)
  for (const [index, count] of counts.entries()) {
    const bar = Math.floor(index / each)
    joined[bar] = (joined[bar] ?? 0) + count
  }
  return joined
}
