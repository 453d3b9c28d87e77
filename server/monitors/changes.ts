import type { MonitorConfig } from '#server/processing/record.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { DEFAULT_MARGIN_MINUTES, DEFAULT_MAX_RUNTIME_MINUTES, type Run } from './monitor-state.ts'
import type { MonitorVerdict } from './verdict.ts'

/** When a monitor began to fail, and when it recovered, by its thresholds; the oldest run first. */
export function changesOf(
  runs: readonly Run[],
  config: MonitorConfig | null,
): (MonitorVerdict & { at: number })[] {
  const changes: (MonitorVerdict & { at: number })[] = []
  let wasFailing: boolean | undefined
  let before: boolean | undefined
  let inRow = 0
  for (const run of runs) {
    if (run.state === 'running') continue
    const isFailing = run.state !== 'ok'
    inRow = isFailing === before ? inRow + 1 : 1
    before = isFailing
    const least = (isFailing ? config?.failureIssueThreshold : config?.recoveryThreshold) ?? 1
    if (inRow < least || isFailing === wasFailing) continue
    // One that runs well from the start has not recovered.
    if (isFailing || wasFailing !== undefined) changes.push({ isFailing, run, at: knownAt(run, config) })
    wasFailing = isFailing
  }
  return changes
}

/** When it was known what became of a run. */
function knownAt({ state, time }: Run, config: MonitorConfig | null): number {
  const minutes =
    state === 'missed'
      ? (config?.checkInMarginMinutes ?? DEFAULT_MARGIN_MINUTES)
      : state === 'timed_out'
        ? (config?.maxRuntimeMinutes ?? DEFAULT_MAX_RUNTIME_MINUTES)
        : 0
  return time + minutes * MINUTE_MS
}
