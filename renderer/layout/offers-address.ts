import { MINUTE_MS } from '#renderer/format/time-units.ts'
import { offersPath } from '#renderer/paths.ts'
import { parseScope } from '#renderer/scope.ts'
import type { FrameFacts } from './frame-facts.ts'

/**
 * The address that completes searches of the list of issues: what the page's own address limits the list to. The times
 * are whole minutes, so that equal questions have equal answers.
 */
export function offersAddress({ search, now }: Pick<FrameFacts, 'search' | 'now'>): string {
  const parameters = new URLSearchParams(search)
  const { scope, refusal } = parseScope(parameters, Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const { project, environment, period } = scope
  const hasPeriod = ['statsPeriod', 'start', 'end'].some((name) => parameters.get(name)?.trim())
  if (!hasPeriod || refusal !== null) return offersPath({ project, environment })
  const before = period.statsPeriod === undefined ? String(period.end) : undefined
  return offersPath({ project, environment, from: String(period.start), before })
}
