import { formatCount, formatNumber } from '#renderer/format/format.ts'
import type { Category, Outcome } from '#server/protocol/outcome.ts'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'

export const title = 'Usage'
export const intro = 'See what was accepted, dropped or limited, and how much disk it uses.'
/** Precedes a link to it. */
export const withoutOwn = 'Counts leave out what Crumbtrail reports about itself; storage includes it.'
export const showOwn = 'Show its usage'
export const emptyTitle = 'Nothing was sent in this period'
export const empty = 'Everything SDKs send is counted here by the hour, accepted or not.'
export const overTime = 'Over time'
export const byCategory = 'By kind'
export const byReason = 'Dropped, by reason'
export const byKey = 'By key'
/** The heads of the first columns. */
export const kind = 'Kind'
export const key = 'Key'
export const limits = 'Limits'
export const disk = 'Storage (estimate)'
export const noLimits = 'No limits are set. Set one on the command line:'
export const limitCommand = 'npm run crumbtrail -- project limit NAME --per-hour 10000'

export const outcomes: Record<Outcome, string> = {
  accepted: 'accepted',
  filtered: 'filtered',
  rate_limited: 'limited',
  invalid: 'invalid',
  client_discard: 'dropped by the SDK',
}

/** The heads of columns. */
export const columns: Record<Outcome, string> = {
  accepted: 'Accepted',
  filtered: 'Filtered',
  rate_limited: 'Limited',
  invalid: 'Invalid',
  client_discard: 'Dropped by the SDK',
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
  return `${formatNumber(quantity)} per ${per}`
}

export function taken(quantity: number | null, of: number): string {
  if (quantity === null) return 'not shown for limits per minute'
  return quantity >= of ? `${formatNumber(quantity)} used (limit reached)` : `${formatNumber(quantity)} used`
}

/** The heads of the other tables' columns. */
export const heads = {
  reason: 'Reason',
  became: 'Outcome',
  kind: 'Kind',
  items: 'Items',
  project: 'Project',
  limit: 'Limit',
  of: 'Applies to',
  inWindow: 'Current window',
  size: 'Size',
  share: 'Relative size',
} as const

/** The limits that always apply to all projects: server/ingest/limits/disk-share.ts, pages-key.ts. */
export const alwaysLimited = [
  'While less than 1 GiB of disk is free, each project may send one eighth of the rest per hour. Below 100 MiB, nothing is accepted.',
  'The key on this desk’s own pages accepts only what those pages send, up to 4 MiB per minute and 64 MiB per day.',
] as const

export const everything = 'everything'

/** The kinds of stored data. */
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
  commits: 'Commits',
  source_maps: 'Source maps',
}
