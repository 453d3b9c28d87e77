import { formatAge } from '#renderer/format/format.ts'
import { cannotUndo, countOf } from '#renderer/texts/frame/deletion.ts'
import type { MonitorState } from '#server/monitors/monitor-state.ts'

export const title = 'Monitors'
export const intro = 'Whether pages and APIs answer, and scheduled jobs ran.'
export const emptyTitle = 'No monitors here'
export const empty =
  'A job appears here after its first check-in. With a schedule, missed runs are shown too.'
export const first = 'First'
export const more = 'More monitors'
export const runs = 'Runs'
export const settings = 'Schedule'
export const remove = 'Delete this monitor'
export const removeButton = 'Delete monitor'
export const noSuchChange = 'Cannot change the monitor: unknown action'

/** Says what is deleted, and what creates it again. */
export function whatIsDeleted(slug: string, checkIns: number): string {
  const goes = `${slug} and ${countOf(checkIns, 'check-in')} will be deleted.`
  return `${goes} So will alert rules about it alone. ${cannotUndo} The next check-in with this name creates the monitor again.`
}

export const sendOne = 'Send a check-in'
export const noSchedule = 'No schedule: missed runs cannot be detected until a check-in sends one.'

/** Each state has a word, so that colour is never its only sign. */
export const states: Record<MonitorState, string> = {
  ok: 'ok',
  error: 'failed',
  running: 'running',
  timed_out: 'timed out',
  missed: 'missed',
  waiting: 'waiting',
}

/** Precedes the last run's time where the column has no head. */
export const lastOnPhone = 'last'

/** Precedes the next run's time. */
export function nextOf(at: number, now: number): string {
  return at > now ? 'next' : 'due'
}

export function late(ms: number): string {
  return `${formatAge(ms)} late`
}

export function badSchedule(message: string): string {
  return `Cannot compute the next run: ${message}`
}

export const columns = {
  monitor: 'Monitor',
  state: 'State',
  lastRuns: 'Recent runs',
  last: 'Last run',
  next: 'Next run',
  began: 'Started',
  environment: 'Environment',
  release: 'Release',
  took: 'Duration',
  trace: 'Trace',
} as const

export const schedule = { runs: 'Runs', margin: 'Grace period', longest: 'Max runtime' } as const

export const snippets = {
  withSdk: 'With @sentry/node',
  withCurl: 'With curl',
  whenDone: 'when it succeeds',
  whenFailed: 'when it fails',
} as const

export function lastRuns(count: number, bad: number): string {
  return `${count} runs, ${bad} failed or missed`
}
