import { attempt } from './attempt.ts'
import { appendBreadcrumb, type Breadcrumb } from './breadcrumbs.ts'
import type { ContextProvider } from './context.ts'
import type { Level, TelemetryEvent, TelemetryUser } from './event.ts'
import { normalizeData } from './normalize.ts'
import type { TelemetryRequest } from './request.ts'

/** Answers which scope the running code is in. On a server every request has its own. */
export type ScopeProvider = ContextProvider<Scope>

/** What is known about the surroundings of whatever fails next. */
export interface Scope {
  setUser(user: TelemetryUser | undefined): void
  setLevel(level: Level | undefined): void
  setFingerprint(fingerprint: string[] | undefined): void
  /** A function, because most requests never fail and need no describing. */
  setRequest(describe: (() => TelemetryRequest) | undefined): void
  /** Undefined takes it away again, here and below. */
  setTag(name: string, value: string | undefined): void
  setContext(name: string, context: Record<string, unknown> | undefined): void
  setExtra(name: string, value: unknown): void
  addBreadcrumb(crumb: Breadcrumb): void
  /** A scope that begins as this one is now; neither sees the other's later changes. */
  fork(): Scope
  /** The event with the scope's knowledge around its own: what the event says itself wins. */
  applyTo(event: PartialEvent): TelemetryEvent
}

/** An event that needs its surroundings. */
export type PartialEvent = Omit<TelemetryEvent, 'platform'> & { platform?: string }

/** The same of every event around. */
export type Surroundings = Omit<Partial<TelemetryEvent>, 'platform' | 'breadcrumbs'> & {
  platform: string
  breadcrumbs: { values: readonly Breadcrumb[] }
}

export function createScope(known: Surroundings, describeRequest?: () => TelemetryRequest): Scope {
  // Replaces a record and never changes it, so that a fork may hold the same one. Puts copies in: what
  // they hold may change before an event is sent.
  const put = (key: 'tags' | 'contexts' | 'extra') => (name: string, value: unknown) => {
    known[key] = { ...known[key], [name]: normalizeData(value) } as never // a copy of the same shape
  }
  const set =
    <Key extends 'user' | 'level' | 'fingerprint'>(key: Key) =>
    (value: Surroundings[Key]) => {
      known[key] = value
    }
  return {
    setUser: set('user'),
    setLevel: set('level'),
    setFingerprint: set('fingerprint'),
    setRequest(describe) {
      describeRequest = describe
    },
    setTag: put('tags'),
    setContext: put('contexts'),
    setExtra: put('extra'),
    addBreadcrumb(crumb) {
      known.breadcrumbs = { values: appendBreadcrumb(known.breadcrumbs.values, crumb) }
    },
    fork: () => createScope({ ...known }, describeRequest),
    applyTo: (event) => ({
      ...known,
      ...event,
      level: known.level ?? event.level,
      // A request that is gone must not take the failure with it.
      request: event.request ?? attempt(() => describeRequest?.()),
      tags: { ...known.tags, ...event.tags },
      contexts: { ...known.contexts, ...event.contexts },
      extra: { ...known.extra, ...event.extra },
    }),
  }
}
