import type { LogArrival, NewsItem } from '#server/store/engine/news.ts'
import type { Delta } from '#server/writer/aggregates/delta.ts'
import { toArrival } from '#server/writer/appending/append.ts'
import { logsOf } from '#server/writer/batch/commit.ts'

/** What open pages are told of a fold; undefined if it is nothing that they show at once. */
export function newsOf({ occurrences, outcomes }: Delta): NewsItem | undefined {
  const quantities = new Map<number, number>()
  for (const { projectId, quantity } of logsOf(outcomes)) {
    quantities.set(projectId, (quantities.get(projectId) ?? 0) + quantity)
  }
  if (occurrences.length === 0 && quantities.size === 0) return undefined
  const logs = [...quantities].map(([projectId, quantity]): LogArrival => ({ projectId, quantity }))
  return { kind: 'counted', arrivals: occurrences.map(toArrival), logs }
}
