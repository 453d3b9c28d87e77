import { compareReleases, latestRelease } from './release-order.ts'

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
  | { kind: 'next-release'; after: string | null; known: string[] }
  /** The release that resolves it: events of older releases do not reopen the issue. */
  | { kind: 'release'; release: string; known: string[] }

/**
 * What it takes to be resolved in a release (null: the next one), given those that are known then. Names of commits have no order: by them, a
 * release is newer when it was not known yet. `known` has those that only this tells.
 */
export function resolutionIn(
  release: string | null,
  releases: readonly { version: string; firstSeen: number }[],
): Resolution {
  const newest = latestRelease(releases)?.version ?? null
  const base = release ?? newest
  const versions = releases.map(({ version }) => version)
  const known = versions.filter((version) => base !== null && compareReleases(version, base) === undefined)
  // itself, too: it says that the release is out, and that what comes now is newer
  if (base !== null && versions.includes(base)) known.push(base)
  return release === null ? { kind: 'next-release', after: base, known } : { kind: 'release', release, known }
}

export type IgnoredUntil =
  | { kind: 'forever' }
  /** Milliseconds since the epoch. */
  | { kind: 'time'; until: number }
  /** So many more events; with a period, so many within that; with an environment, only those that happened in it. */
  | { kind: 'events'; count: number; periodMinutes: number | null; environment?: string }
  /** So many users hit since; with a period, so many within that. Older versions wrote none. */
  | { kind: 'users'; count: number; periodMinutes?: number | null; environment?: string }
  /** More events in one hour than this (escalation.ts). */
  | { kind: 'escalating'; hourlyLimit: number }
  /** Until it happens anywhere else. */
  | { kind: 'environment'; environment: string }

/** An event of the issue, as far as its state depends on it. */
export interface Occurrence {
  release: string | null
  environment: string | null
  /** Events or users, this one included, as the state counts them; 0 where it counts nothing. */
  seen: number
}

/** What an issue is after an event; the same object when it stays what it was. */
export function nextState(state: IssueState, occurrence: Occurrence, now: number): IssueState {
  switch (state.status) {
    case 'open':
    case 'archived':
      return state
    case 'resolved':
      return isRegression(state.resolution, occurrence) ? { status: 'open', substatus: 'regressed' } : state
    case 'ignored':
      return afterIgnored(state, occurrence, now)
  }
}

/** Ignored for a time that has passed: open again, without any event. */
export function hasLapsed(state: IssueState, now: number): boolean {
  return state.status === 'ignored' && state.until.kind === 'time' && state.until.until <= now
}

/** Events without a release can't be told to be of a newer one. */
function isRegression(resolution: Resolution, { release }: Occurrence): boolean {
  switch (resolution.kind) {
    case 'now':
      return true
    case 'next-release':
      if (release === null) return false
      return resolution.after === null || isAfter(release, resolution.after, resolution.known)
    case 'release':
      if (release === null) return false
      return release === resolution.release || isAfter(release, resolution.release, resolution.known)
  }
}

function isAfter(release: string, other: string, known: readonly string[]): boolean {
  const order = compareReleases(release, other)
  if (order !== undefined) return order > 0
  return known.includes(other) && !known.includes(release)
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
    case 'escalating':
      return seen > until.hourlyLimit ? { status: 'open', substatus: 'escalating' } : state
    case 'environment':
      return environment === until.environment ? state : { status: 'open', substatus: 'escalating' }
  }
}
