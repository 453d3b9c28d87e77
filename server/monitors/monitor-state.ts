import type { CheckInStatus, MonitorConfig } from '#server/processing/record.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

export type RunState = 'ok' | 'error' | 'running' | 'timed_out' | 'missed'
/** `waiting` has no run yet, or nothing says when one is due. */
export type MonitorState = RunState | 'waiting'

/** One run as a strip shows it: a check-in, or one that did not come. */
export interface Run {
  /** The check-in's; of a missed one, when it was due. */
  key: string
  /** When it began, or was due. */
  time: number
  state: RunState
  durationMs: number | null
  /** How long after it was due; null for the first one, and where nothing says when it was. */
  lateMs: number | null
}

export interface KnownCheckIn {
  id: number
  time: number
  status: CheckInStatus
  durationMs: number | null
}

export interface MonitorReport {
  state: MonitorState
  /** Oldest first; the last of them. */
  runs: Run[]
  /** When the next one is due. */
  nextAt: number | null
  /** What is wrong with the config, so that nothing can be due. */
  message: string | null
}

/** What Sentry takes where a monitor says nothing: https://docs.sentry.io/product/crons/getting-started/http/ */
export const DEFAULT_MARGIN_MINUTES = 1
export const DEFAULT_MAX_RUNTIME_MINUTES = 30
/** Between two check-ins, or since the last, about. */
const MOST_MISSED = 60

/**
 * What became of a monitor's runs in one environment. Nothing is written for it: what is missed is what was due and did
 * not come, by the schedule and the margin that the monitor has now.
 */
export function reportMonitor(
  checkIns: readonly KnownCheckIn[],
  { config, now, limit }: { config: MonitorConfig | null; now: number; limit: number },
): MonitorReport {
  const schedule = config === null ? undefined : scheduleOf(config)
  const message = schedule !== undefined && 'message' in schedule ? schedule.message : null
  const known = schedule === undefined || 'message' in schedule ? undefined : schedule
  const marginMs = (config?.checkInMarginMinutes ?? DEFAULT_MARGIN_MINUTES) * MINUTE_MS
  const runs: Run[] = []
  let dueAt: number | undefined
  for (const checkIn of checkIns.toSorted((a, b) => a.time - b.time)) {
    dueAt = addMissed(runs, known, dueAt, { until: checkIn.time, marginMs })
    const lateMs = dueAt === undefined ? null : Math.max(0, checkIn.time - dueAt)
    runs.push({ ...toRun(checkIn, config, now), lateMs })
    dueAt = known?.next(checkIn.time)
  }
  const nextAt = addMissed(runs, known, dueAt, { until: now, marginMs }) ?? null
  return { state: runs.at(-1)?.state ?? 'waiting', runs: runs.slice(-limit), nextAt, message }
}

/** Those that were due and had not come by the end of their margin. Gives what is due next. */
function addMissed(
  runs: Run[],
  schedule: Schedule | undefined,
  dueAt: number | undefined,
  { until, marginMs }: { until: number; marginMs: number },
): number | undefined {
  let due = schedule && dueAt !== undefined ? skipMost(schedule, dueAt, until) : undefined
  while (schedule && due !== undefined && due + marginMs < until) {
    runs.push({ key: `due:${due}`, time: due, state: 'missed', durationMs: null, lateMs: null })
    due = schedule.next(due)
  }
  return due
}

/** A job of every minute that is dead for a year has missed half a million runs: the last of them say it all. */
function skipMost(schedule: Schedule, due: number, until: number): number | undefined {
  const periodMs = (schedule.next(due) ?? Number.POSITIVE_INFINITY) - due
  return (until - due) / periodMs > 2 * MOST_MISSED ? schedule.next(until - MOST_MISSED * periodMs) : due
}

function toRun(
  { id, time, status, durationMs }: KnownCheckIn,
  config: MonitorConfig | null,
  now: number,
): Run {
  const longestMs = (config?.maxRuntimeMinutes ?? DEFAULT_MAX_RUNTIME_MINUTES) * MINUTE_MS
  const isOver = status === 'in_progress' && now - time > longestMs
  const state = status === 'in_progress' ? (isOver ? 'timed_out' : 'running') : status
  return { key: String(id), time, state, durationMs, lateMs: null }
}
