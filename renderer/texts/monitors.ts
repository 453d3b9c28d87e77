import { formatAge } from '#renderer/format/format.ts'
import type { MonitorState } from '#server/monitors/monitor-state.ts'

export const title = 'Monitors'
export const intro = 'Jobs that run by a schedule, and whether they did.'
export const emptyTitle = 'No monitor here'
export const empty =
  'A job that tells when it starts and ends stands here with its first check-in. With a schedule, what does not come is seen as well.'
export const first = 'First'
export const more = 'More monitors'
export const checkIns = 'Check-ins'
export const settings = 'Schedule'
export const remove = 'Delete this monitor'
export const removeButton = 'Delete monitor'
export const noSuchChange = 'Cannot change the monitor: unknown action'

/** What goes, and how it would come back. */
export function whatIsDeleted(slug: string): string {
  return `${slug} and all of its check-ins are deleted for good. The next check-in with this name creates it again.`
}

export const sendOne = 'Send a check-in'
export const noSchedule = 'No schedule: what is missed can’t be told until a check-in brings one.'

/** In one word; the state is never told by colour alone. */
export const states: Record<MonitorState, string> = {
  ok: 'ok',
  error: 'failed',
  running: 'running',
  timed_out: 'timed out',
  missed: 'missed',
  waiting: 'waiting',
}

/** Before when it last ran, where no head says it. */
export const lastOnPhone = 'last'

/** Before when it runs next; what is due already says so. */
export function nextOf(at: number, now: number): string {
  return at > now ? 'next' : 'due'
}

export function late(ms: number): string {
  return `${formatAge(ms)} late`
}

export function badSchedule(matter: string): string {
  return `Cannot tell when it is due: ${matter}`
}

export const columns = {
  monitor: 'Monitor',
  state: 'State',
  lastRuns: 'Recent runs',
  last: 'Last run',
  next: 'Next run',
  began: 'Began',
  environment: 'Environment',
  release: 'Release',
  took: 'Took',
  trace: 'Trace',
} as const

export const schedule = { runs: 'Runs', margin: 'May be late by', longest: 'May take' } as const

export const snippets = {
  withSdk: 'With @sentry/node',
  withCurl: 'With curl',
  whenDone: 'when it is done',
  whenFailed: 'when it failed',
} as const

export function lastRuns(count: number, bad: number): string {
  return `${count} runs, ${bad} of them bad`
}
