export const CHECK_METHODS = ['GET', 'HEAD', 'POST'] as const

export type CheckMethod = (typeof CHECK_METHODS)[number]

/** `waiting`: not checked yet, or not since it was changed, paused or resumed. */
export type CheckState = 'waiting' | 'up' | 'down'

/** What is asked, and what the answer has to be. */
export interface CheckTarget {
  url: string
  method: CheckMethod
  /** Some of them are secret: whoever reads a check sees their names only. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Sent with `POST` alone. */
  body: string
  /** Statuses that are right: `2xx`, or a list such as `200, 301, 4xx`. */
  expects: string
  /** Text that the body must contain; empty for any. Upper and lower case differ. */
  contains: string
  /** Text that the body must not contain; empty for none. */
  lacks: string
  timeoutMs: number
}

/** Milliseconds of each part of a request; undefined for what it did not come to. */
export interface CheckTimings {
  dnsMs: number | undefined
  connectMs: number | undefined
  tlsMs: number | undefined
  firstByteMs: number | undefined
  /** From the start, over all redirects, to the last byte that was read. */
  totalMs: number
}

/** What came of asking once. */
export interface CheckAnswer {
  isUp: boolean
  /** One sentence why it is down; undefined where it is up. */
  reason: string | undefined
  status: number | undefined
  timings: CheckTimings
  /** When the certificate of the last host ends, in milliseconds since the epoch; undefined where it has none. */
  certificateEndsAt: number | undefined
  /** 32 hex digits: that of the trace that the request asked for. */
  traceId: string
}

/** A part of a strip: what was answered in it. Both counts are 0 where nothing was asked. */
export interface StripCell {
  /** Milliseconds since the epoch. */
  start: number
  end: number
  up: number
  down: number
}

export interface ListedCheck {
  id: number
  name: string
  project: { slug: string; name: string }
  url: string
  everyMinutes: number
  isPaused: boolean
  state: CheckState
  /** Since when it is in its state. */
  stateSince: number
  /** The last try failed, and a second one has not decided yet. */
  isSuspected: boolean
  checkedAt: number | null
  nextAt: number
  certificateEndsAt: number | null
  /** The last 24 hours, the oldest first. */
  day: StripCell[]
}

/** What share of the checks of some days found it up. */
export interface UptimeShare {
  days: number
  up: number
  /** How many checks there were: time in which nothing was asked counts for nothing. */
  checks: number
  /** How many of the hours had at least one check. */
  hours: number
}

export interface CheckDetail extends ListedCheck {
  method: CheckMethod
  /** Their values are secret. */
  headerNames: readonly string[]
  body: string
  expects: string
  contains: string
  lacks: string
  timeoutMs: number
  version: number
  /** Of the last 24 hours, 7, 30 and 90 days. */
  shares: UptimeShare[]
  /** The last 90 days, the oldest first. */
  days: StripCell[]
  /** The mean time of answers in the last 24 hours; undefined without any. */
  meanMs: number | undefined
  /** Of the last 90 days, the newest first. */
  incidents: CheckIncident[]
}

export interface CheckIncident {
  id: number
  beganAt: number
  /** Null while it lasts. */
  endedAt: number | null
  reason: string
  endedBy: 'recovered' | 'paused' | 'changed' | null
  /** Events of the project within a minute of its begin. */
  errors: number
}

export interface ListedResult {
  id: number
  at: number
  isUp: boolean
  tries: number
  status: number | null
  reason: string | null
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  totalMs: number
  /** That of the request, where the service has sent it. */
  traceId: string | undefined
}

/** A check as its form has it: all of it is text that somebody typed or chose. */
export interface GivenCheck {
  name: string
  /** A slug. */
  project: string
  url: string
  method: string
  everyMinutes: string
  timeoutSeconds: string
  expects: string
  contains: string
  lacks: string
  /** Lines of `Name: value`. Empty keeps those that are saved. */
  headers: string
  /** Whether the saved headers are removed. */
  forgetsHeaders: boolean
  body: string
}
