import { MINUTE_MS } from '#renderer/format/time-units.ts'
import { offersPath } from '#renderer/paths.ts'
import type { PageScope } from '#renderer/scope.ts'

/** The lists with a search of keys and values. */
export type SearchedList = 'issues' | 'logs' | 'traces' | 'feedback' | 'events'

/**
 * The address that completes a search of logs, traces or feedback within the scope of its page. Times are whole minutes, so that
 * equal questions have equal answers.
 */
export function offersOf(
  list: 'logs' | 'traces' | 'feedback',
  { project, environment, period: { start, end, statsPeriod } }: PageScope,
  more: { state?: string } = {},
): string {
  const from = String(Math.floor(start / MINUTE_MS) * MINUTE_MS)
  const before = statsPeriod === undefined ? String(end) : undefined
  return offersPath({ list, project, environment, from, before, ...more })
}

export function eventOffersOf(issueId: number): string {
  return offersPath({ list: 'events', issue: String(issueId) })
}
