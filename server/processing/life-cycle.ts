import { compareReleases } from './release-order.ts'

/** What became of an issue. An open one may say why it is open again. */
export type IssueState =
  | { status: 'open'; substatus: Substatus | null }
  | { status: 'resolved'; resolution: Resolution }
  | { status: 'ignored'; until: IgnoredUntil }
  | { status: 'archived' }

/** `regressed`: it was resolved; `escalating`: it was ignored, and did what that waited for. */
export type Substatus = 'regressed' | 'escalating'

export type Resolution =
  | { kind: 'now' }
  /** In a release after the newest one that was known; null when none was: then the first that comes counts. */
  | { kind: 'next-release'; after: string | null }
  /** In this release: events of older ones are expected. */
  | { kind: 'release'; release: string }

export type IgnoredUntil =
  | { kind: 'forever' }
  /** Milliseconds since the epoch. */
  | { kind: 'time'; until: number }
  /** So many more events; with a period, so many within that. */
  | { kind: 'events'; count: number; periodMinutes: number | null }
  /** So many people hit since. */
  | { kind: 'users'; count: number }
  /** Until it happens anywhere else. */
  | { kind: 'environment'; environment: string }

/** An event of the issue, as far as its state depends on it. */
export interface Occurrence {
  release: string | null
  environment: string | null
  /** Events or people, this one included, as the state counts them; 0 where it counts nothing. */
  seen: number
}

/** Above zero when `a` is newer than `b`; undefined where nothing tells. */
export type ReleaseOrder = (a: string, b: string) => number | undefined

/** What an issue is after an event; the same object when it stays what it was. */
export function nextState(
  state: IssueState,
  occurrence: Occurrence,
  now: number,
  order: ReleaseOrder = compareReleases,
): IssueState {
  switch (state.status) {
    case 'open':
    case 'archived':
      return state
    case 'resolved':
      return isRegression(state.resolution, occurrence, order)
        ? { status: 'open', substatus: 'regressed' }
        : state
    case 'ignored':
      return afterIgnored(state, occurrence, now)
  }
}

/** Ignored for a time that has passed: open again, without any event. */
export function hasLapsed(state: IssueState, now: number): boolean {
  return state.status === 'ignored' && state.until.kind === 'time' && state.until.until <= now
}

/** Events without a release, or with one that has no order with the other, can't be told to be newer. */
function isRegression(resolution: Resolution, { release }: Occurrence, order: ReleaseOrder): boolean {
  const isAfter = (one: string, other: string) => (order(one, other) ?? 0) > 0
  switch (resolution.kind) {
    case 'now':
      return true
    case 'next-release':
      if (release === null) return false
      return resolution.after === null || isAfter(release, resolution.after)
    case 'release':
      return release !== null && (release === resolution.release || isAfter(release, resolution.release))
  }
}

function afterIgnored(
  state: IssueState & { status: 'ignored' },
  { environment, seen }: Occurrence,
  now: number,
): IssueState {
  const { until } = state
  switch (until.kind) {
    case 'forever':
      return state
    case 'time':
      return hasLapsed(state, now) ? { status: 'open', substatus: null } : state
    case 'events':
    case 'users':
      return seen >= until.count ? { status: 'open', substatus: 'escalating' } : state
    case 'environment':
      return environment === until.environment ? state : { status: 'open', substatus: 'escalating' }
  }
}
