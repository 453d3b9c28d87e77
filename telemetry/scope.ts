import { type Breadcrumb, BreadcrumbRing } from './breadcrumbs.ts'
import type { Contexts, Level, TelemetryEvent, TelemetryUser } from './event.ts'
import type { TelemetryRequest } from './request.ts'

/** Answers which scope the running code is in. On a server every request has its own. */
export interface ScopeProvider {
  current(): Scope | undefined
  /** Runs `work` with `scope` as the current one, as far as the platform can follow it. */
  run<Result>(scope: Scope, work: () => Result): Result
}

/** What is known about the surroundings of whatever fails next. */
export class Scope {
  #user: TelemetryUser | undefined
  #level: Level | undefined
  #fingerprint: string[] | undefined
  #request: (() => TelemetryRequest) | undefined
  #tags: Record<string, string> = {}
  #contexts: Contexts = {}
  #extra: Record<string, unknown> = {}
  readonly #breadcrumbs: BreadcrumbRing

  constructor(breadcrumbs: BreadcrumbRing = new BreadcrumbRing()) {
    this.#breadcrumbs = breadcrumbs
  }

  setUser(user: TelemetryUser | undefined): void {
    this.#user = user
  }

  setLevel(level: Level | undefined): void {
    this.#level = level
  }

  setFingerprint(fingerprint: string[] | undefined): void {
    this.#fingerprint = fingerprint
  }

  /** A function, because most requests never fail and need no describing. */
  setRequest(describe: (() => TelemetryRequest) | undefined): void {
    this.#request = describe
  }

  setTag(name: string, value: string): void {
    this.#tags = { ...this.#tags, [name]: value }
  }

  setContext(name: string, context: Record<string, unknown>): void {
    this.#contexts = { ...this.#contexts, [name]: context }
  }

  setExtra(name: string, value: unknown): void {
    this.#extra = { ...this.#extra, [name]: value }
  }

  addBreadcrumb(crumb: Breadcrumb): void {
    this.#breadcrumbs.add(crumb)
  }

  /** A scope that begins as this one is now; neither sees the other's later changes. */
  fork(): Scope {
    const fork = new Scope(this.#breadcrumbs.fork())
    fork.#user = this.#user
    fork.#level = this.#level
    fork.#fingerprint = this.#fingerprint
    fork.#request = this.#request
    // Setters replace these records and never change them, so both may hold the same ones.
    fork.#tags = this.#tags
    fork.#contexts = this.#contexts
    fork.#extra = this.#extra
    return fork
  }

  /** The event with the scope's knowledge around its own: what the event says itself wins. */
  applyTo(event: TelemetryEvent): TelemetryEvent {
    const breadcrumbs = [...this.#breadcrumbs.toArray(), ...(event.breadcrumbs?.values ?? [])]
    const user = event.user ?? this.#user
    const request = event.request ?? this.#describeRequest()
    const fingerprint = event.fingerprint ?? this.#fingerprint
    return {
      ...event,
      level: this.#level ?? event.level,
      tags: { ...this.#tags, ...event.tags },
      contexts: { ...this.#contexts, ...event.contexts },
      extra: { ...this.#extra, ...event.extra },
      ...(user ? { user } : {}),
      ...(request ? { request } : {}),
      ...(fingerprint ? { fingerprint } : {}),
      ...(breadcrumbs.length > 0 ? { breadcrumbs: { values: breadcrumbs } } : {}),
    }
  }

  #describeRequest(): TelemetryRequest | undefined {
    try {
      return this.#request?.()
    } catch {
      return undefined // a request that is gone must not take the failure with it
    }
  }
}
