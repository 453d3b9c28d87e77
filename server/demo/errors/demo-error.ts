/** An error of the shop, and how often it strikes. Days are counted back from now. */
export interface DemoError {
  name: string
  /** As Sentry's protocol names it. */
  platform: string
  type: string
  values: readonly [string, ...string[]]
  level: 'fatal' | 'error' | 'warning' | 'info'
  isUnhandled: boolean
  transaction: string
  /** First half of the digest that its visitors saw. */
  digest?: string
  /** From the first to the last. */
  days: readonly [from: number, to: number]
  perDay: number
  /** Mended for a while. */
  quiet?: readonly [from: number, to: number]
  peak?: { from: number; to: number; perDay: number }
  crumbs: readonly string[]
  frames: readonly Record<string, unknown>[]
  /** What caused it, innermost first. */
  cause?: { type: string; value: string; frames: readonly Record<string, unknown>[] }
  /** The errors that failed together, in their order, if this error is a group. */
  members?: readonly DemoMember[]
  /** What else ran, besides the one that failed. */
  threads?: readonly Record<string, unknown>[]
  /** No person is hit: a job. */
  isJob?: boolean
}

/** A member of a group, which can be a group itself. */
export interface DemoMember {
  type: string
  value: string
  frames: readonly Record<string, unknown>[]
  members?: readonly DemoMember[]
}

/** How often it strikes a day, so many days ago. */
export function rateOf({ days, perDay, quiet, peak }: DemoError, daysAgo: number): number {
  if (daysAgo > days[0] || daysAgo < days[1]) return 0
  if (quiet && daysAgo <= quiet[0] && daysAgo > quiet[1]) return 0
  return peak && daysAgo <= peak.from && daysAgo > peak.to ? peak.perDay : perDay
}
