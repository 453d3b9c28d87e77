/**
 * The outcomes of an item. Every item that reaches us ends in exactly one; `client_discard` counts items that an SDK
 * says it discarded itself.
 */
export type Outcome = 'accepted' | 'filtered' | 'rate_limited' | 'invalid' | 'client_discard'

/** Outcomes are counted by project, key, hour and category. */
export interface CountedOutcome {
  category: Category
  outcome: Outcome
  reason: string
  quantity: number
}

/** What one row of the store counts: `hour` is in hours since the epoch. */
export interface OutcomeCount extends CountedOutcome {
  projectId: number
  keyId: number
  hour: number
}

/** The data categories of https://develop.sentry.dev/sdk/expected-features/rate-limiting/ */
export const CATEGORIES = [
  'default',
  'error',
  'transaction',
  'span',
  'log_item',
  'trace_metric',
  'session',
  'attachment',
  'monitor',
  'profile',
  'replay',
  'feedback',
  'security',
  'internal',
] as const

export type Category = (typeof CATEGORIES)[number]

/** Every type of item that SDKs send, whether it is processed or not. */
const CATEGORY_OF = {
  event: 'error',
  transaction: 'transaction',
  span: 'span',
  log: 'log_item',
  otel_log: 'log_item',
  trace_metric: 'trace_metric',
  session: 'session',
  sessions: 'session',
  feedback: 'feedback',
  user_report: 'feedback',
  check_in: 'monitor',
  client_report: 'internal',
  attachment: 'attachment',
  minidump: 'error',
  profile: 'profile',
  profile_chunk: 'profile',
  replay_event: 'replay',
  replay_recording: 'replay',
  replay_video: 'replay',
  security: 'security',
  raw_security: 'security',
  nel: 'security',
} as const satisfies Record<string, Category>

export type ItemType = keyof typeof CATEGORY_OF

const CATEGORY_BY_ITEM_TYPE: ReadonlyMap<string, Category> = new Map(Object.entries(CATEGORY_OF))

export function categoryOf(itemType: string): Category {
  return CATEGORY_BY_ITEM_TYPE.get(itemType) ?? 'default'
}

export function outcomeOf(itemType: string, outcome: Outcome, reason: string): CountedOutcome {
  return { category: categoryOf(itemType), outcome, reason, quantity: 1 }
}

const KNOWN: ReadonlySet<unknown> = new Set(CATEGORIES)

/** An unknown one counts as `default`. */
export function parseCategory(value: unknown): Category {
  return KNOWN.has(value) ? (value as Category) : 'default' // The line above has checked it.
}
