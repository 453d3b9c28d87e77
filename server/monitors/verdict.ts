import type { MonitorConfig } from '#server/processing/record.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { DEFAULT_MAX_RUNTIME_MINUTES, type Run } from './monitor-state.ts'

/** A time in which nobody was there to receive check-ins, in milliseconds since the epoch. */
export interface Away {
  awayFrom: number
  awayUntil: number
}

export interface MonitorVerdict {
  isFailing: boolean
  /** The run that decides it: the latest. */
  run: Run
}

/**
 * Whether a monitor fails, or runs well again, by its own thresholds; undefined where its runs say neither. A run that did not
 * come, or did not end, while the desk itself was away says nothing.
 */
export function judgeRuns(
  runs: readonly Run[],
  { config, away }: { config: MonitorConfig | null; away: Away },
): MonitorVerdict | undefined {
  const longestMs = (config?.maxRuntimeMinutes ?? DEFAULT_MAX_RUNTIME_MINUTES) * MINUTE_MS
  const settled = runs.filter((run) => run.state !== 'running' && !isUnheard(run, longestMs, away))
  const run = settled.at(-1)
  if (run === undefined) return undefined
  const isFailing = run.state !== 'ok'
  const least = (isFailing ? config?.failureIssueThreshold : config?.recoveryThreshold) ?? 1
  const others = settled.findLastIndex(({ state }) => (state !== 'ok') !== isFailing)
  return settled.length - 1 - others >= least ? { isFailing, run } : undefined
}

function isUnheard({ state, time }: Run, longestMs: number, { awayFrom, awayUntil }: Away): boolean {
  if (state === 'missed') return time >= awayFrom && time <= awayUntil
  return state === 'timed_out' && time + longestMs >= awayFrom && time <= awayUntil
}
