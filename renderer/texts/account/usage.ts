import { formatCount, formatNumber } from '#renderer/format/format.ts'
import type { Category, Outcome } from '#server/protocol/outcome.ts'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'

export const title = 'Usage'
export const intro = 'What became of everything that was sent, and what it takes of the disk.'
export const emptyTitle = 'Nothing was sent in this time'
export const empty = 'What SDKs send is counted here by the hour, whether it was taken or not.'
export const overTime = 'Over time'
export const byCategory = 'By kind'
export const byReason = 'Why it was not taken'
export const byKey = 'By key'
/** Heads of the columns that they are counted by. */
export const kind = 'Kind'
export const key = 'Key'
export const limits = 'Limits'
export const disk = 'On the disk, about'
export const noLimits = 'No limit is set. The command line sets them:'
export const limitCommand = 'npm run crumbtrail -- project limit NAME --per-hour 10000'

export const outcomes: Record<Outcome, string> = {
  accepted: 'accepted',
  filtered: 'filtered',
  rate_limited: 'limited',
  invalid: 'invalid',
  client_discard: 'left out by the SDK',
}

/** At the head of a column. */
export const columns: Record<Outcome, string> = {
  accepted: 'Accepted',
  filtered: 'Filtered',
  rate_limited: 'Limited',
  invalid: 'Invalid',
  client_discard: 'Left out by the SDK',
}

export const categories: Record<Category, string> = {
  default: 'Other',
  error: 'Errors',
  transaction: 'Transactions',
  span: 'Spans',
  log_item: 'Logs',
  trace_metric: 'Metrics',
  session: 'Sessions',
  attachment: 'Attachments',
  monitor: 'Check-ins',
  profile: 'Profiles',
  replay: 'Replays',
  feedback: 'Feedback',
  security: 'Security reports',
  internal: 'Client reports',
}

export function total(quantity: number): string {
  return formatCount(quantity, 'item')
}

export function window(per: 'minute' | 'hour' | 'month', quantity: number): string {
  return `${formatNumber(quantity)} a ${per}`
}

export function taken(quantity: number | null, of: number): string {
  if (quantity === null) return 'counted by the minute, not shown'
  return quantity >= of ? `${formatNumber(quantity)} taken: full` : `${formatNumber(quantity)} taken`
}

/** At the heads of the other tables' columns. */
export const heads = {
  reason: 'Reason',
  became: 'Became',
  kind: 'Kind',
  items: 'Items',
  project: 'Project',
  limit: 'Limit',
  of: 'Of',
  inWindow: 'In this window',
  size: 'Size',
  share: 'Beside the largest',
} as const

/** What holds for all projects, whatever is set: server/ingest/limits/disk-share.ts, pages-key.ts. */
export const alwaysLimited = [
  'While less than 1 GiB of disk is free, each project may send one eighth of the rest per hour. Below 100 MiB nothing is accepted.',
  'The key on this desk’s own pages accepts only what those pages send, up to 4 MiB a minute and 64 MiB a day.',
] as const

export const everything = 'everything'

/** What lies on the disk. */
export const stored: Record<StorageUse['category'], string> = {
  events: 'Events',
  spans: 'Spans',
  segments: 'Segments',
  logs: 'Logs',
  metrics: 'Metrics',
  attachments: 'Attachments',
  feedback: 'Feedback',
  check_ins: 'Check-ins',
  sessions: 'Sessions',
}
