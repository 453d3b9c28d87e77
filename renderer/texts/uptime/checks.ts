import { formatCount } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import type { CheckState, UptimeShare } from '#server/models/uptime/checks.ts'

export const title = 'Uptime checks'
export const crons = 'Scheduled jobs'
export const add = 'New uptime check'
export const none = 'Ask a page or an API at intervals, and hear when it does not answer as it should.'
export const unknownChange = 'Cannot change the check: unknown action'
export const paused = 'paused'

/** Each state has a word, so that colour is never its only sign. */
export const states: Record<CheckState, string> = { up: 'up', down: 'down', waiting: 'not checked yet' }

export const columns = {
  check: 'Check',
  state: 'State',
  day: 'Last 24 hours',
  last: 'Last check',
  certificate: 'Certificate',
} as const

export const every = (minutes: number) => (minutes === 1 ? 'every minute' : `every ${minutes} minutes`)
export const lastOnPhone = 'checked'
export const never = '–'

/** What a screen reader says of a strip. */
export function stripLabel(period: string, cells: { up: number; down: number; none: number }): string {
  return `${period}: ${cells.up} parts up, ${cells.down} with failures, ${cells.none} not checked`
}

export function cellText({ up, down }: { up: number; down: number }): string {
  if (up + down === 0) return 'not checked'
  return down === 0
    ? `up, ${formatCount(up, 'check')}`
    : `${down} of ${formatCount(up + down, 'check')} failed`
}

export const page = {
  history: 'Availability',
  day: 'Last 24 hours',
  days: 'Last 90 days',
  daysNote: 'by day in UTC',
  state: 'State',
  since: 'Since',
  suspected: 'The last try failed. A second one decides.',
  last: 'Last check',
  next: 'Next check',
  mean: 'Mean response time',
  meanNote: 'of the last 24 hours',
  certificate: 'Certificate ends',
  noCertificate: 'None seen',
  endsSoon: 'It ends in less than 14 days: renew it.',
  settings: 'Settings',
  edit: 'Edit',
  pause: 'Pause',
  resume: 'Resume',
  pausedNow: (name: string) => `Paused ${name}. It is not checked until it is resumed.`,
  resumed: (name: string) => `Resumed ${name}. It is checked now.`,
  delete: 'Delete this check',
  question: (name: string) =>
    `“${name}” will be deleted with its results and incidents, and disappears from status pages. So will alert rules about it alone. This cannot be undone.`,
  deleteButton: 'Delete check',
  deleted: (name: string) => `Deleted ${name}.`,
} as const

export const facts = {
  url: 'Address',
  method: 'Method',
  every: 'Interval',
  timeout: 'Timeout',
  expects: 'Status',
  contains: 'Must contain',
  lacks: 'Must not contain',
  headers: 'Headers',
} as const

export const share = {
  title: 'Uptime',
  note: 'of the checks made',
  period: (days: number) => (days === 1 ? '24 hours' : `${days} days`),
  value: ({ up, checks }: UptimeShare) => (checks === 0 ? '–' : formatShare(up / checks)),
  /** How much of the time was checked at all. */
  basis: ({ checks, hours, days }: UptimeShare) =>
    checks === 0
      ? 'not checked'
      : `${formatCount(checks, 'check')} in ${hours} of ${formatCount(days * 24, 'hour')}`,
} as const

export const now = {
  button: 'Check now',
  title: 'Check now',
  note: 'It counts for nothing',
  up: (took: string) => `Up: it met all conditions, in ${took}.`,
  down: (took: string) => `Down, after ${took}.`,
  status: (status: number) => `It answered ${status}.`,
  noAnswer: 'It did not answer.',
} as const

export const parts = {
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  firstByte: 'First byte',
  total: 'Total',
} as const

export const incidents = {
  title: 'Incidents',
  note: 'of the last 90 days',
  none: 'None in the last 90 days.',
  began: 'Began',
  lasted: 'Lasted',
  reason: 'Reason',
  errors: 'Errors around it',
  lasting: 'still down',
  ended: { recovered: '', paused: 'until it was paused', changed: 'until it was changed' },
  count: (errors: number) => (errors >= 1_000 ? '1,000 or more errors' : formatCount(errors, 'error')),
} as const

export const results = {
  title: 'Checks',
  none: 'Not checked yet.',
  time: 'Time',
  result: 'Result',
  took: 'Time taken',
  trace: 'Trace',
  up: 'up',
  down: 'down',
  second: 'at the second try',
  took2: (ms: number) => formatDuration(ms),
  newest: 'Newest',
  older: 'Older',
} as const

export const form = {
  newTitle: 'New uptime check',
  editTitle: (name: string) => `Edit ${name}`,
  intro: 'The desk asks an address at intervals. A failure counts when a second try confirms it.',
  legend: 'Check',
  conditions: 'Conditions',
  request: 'Request',
  name: 'Name',
  nameHint: 'Shown in lists and messages',
  project: 'Project',
  url: 'Address',
  urlHint: 'Begins with https:// or http://. Up to five redirects are followed.',
  method: 'Method',
  every: 'Minutes between checks',
  everyHint: '1 to 60',
  timeout: 'Timeout in seconds',
  timeoutHint: '1 to 30, from the look-up of its name to the end of its answer',
  expects: 'Status',
  expectsHint: '2xx, or a list such as 200, 301',
  contains: 'Its body must contain',
  containsHint: 'Text as it is, in the first 64 KiB. Empty for any.',
  lacks: 'Its body must not contain',
  lacksHint: 'Such as an error message. Empty for none.',
  headers: 'Headers',
  headersHint: 'One in a line: Authorization: Bearer …. They are not shown again.',
  headersSaved: (names: readonly string[]) => `Saved: ${names.join(', ')}. Leave it empty to keep them.`,
  forget: 'Remove the saved headers',
  body: 'Body',
  bodyHint: 'Sent with POST',
  save: 'Save check',
  created: (name: string) => `Added ${name}. It is checked now.`,
  changed: (name: string) => `Saved ${name}. It is checked now.`,
} as const
