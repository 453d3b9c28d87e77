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
  applyTo(event: TelemetryEvent): TelemetryEvent
}

type Known = Pick<TelemetryEvent, 'user' | 'tags' | 'contexts' | 'extra' | 'fingerprint'> & {
  level?: Level | undefined
  crumbs: readonly Breadcrumb[]
  describeRequest?: (() => TelemetryRequest) | undefined
}

export function createScope(known: Known = { crumbs: [] }): Scope {
  // Replaces a record and never changes it, so that a fork may hold the same one. Puts copies in: what
  // they hold may change before an event is sent.
  const put = (key: 'tags' | 'contexts' | 'extra') => (name: string, value: unknown) => {
    Object.assign(known, { [key]: { ...known[key], [name]: normalizeData(value) } })
  }
  const set =
    <Key extends keyof Known>(key: Key) =>
    (value: Known[Key]) => {
      known[key] = value
    }
  return {
    setUser: set('user'),
    setLevel: set('level'),
    setFingerprint: set('fingerprint'),
    setRequest: set('describeRequest'),
    setTag: put('tags'),
    setContext: put('contexts'),
    setExtra: put('extra'),
    addBreadcrumb(crumb) {
      known.crumbs = appendBreadcrumb(known.crumbs, crumb)
    },
    fork: () => createScope({ ...known }),
    applyTo: (event) => ({
      user: known.user,
      fingerprint: known.fingerprint,
      breadcrumbs: { values: known.crumbs },
      ...event,
      level: known.level ?? event.level,
      // A request that is gone must not take the failure with it.
      request: event.request ?? attempt(() => known.describeRequest?.()),
      tags: { ...known.tags, ...event.tags },
      contexts: { ...known.contexts, ...event.contexts },
      extra: { ...known.extra, ...event.extra },
    }),
  }
}
