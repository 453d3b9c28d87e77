import type { Breadcrumb } from '../errors/breadcrumbs.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { normalizeData } from '../errors/normalize.ts'
import type { TelemetryRequest } from '../errors/request.ts'
import { attempt } from '../transport/attempt.ts'
import type { ContextProvider } from './context.ts'

/** Answers which scope the running code is in. On a server every request has its own. */
export type ScopeProvider = ContextProvider<Scope>

/**
 * What is known about the surroundings of whatever fails next. Its members may be set; the records in it
 * are replaced and never changed, so that a fork may hold the same ones.
 */
export type Scope = Omit<Partial<TelemetryEvent>, 'platform' | 'breadcrumbs' | 'request'> & {
  platform: string
  breadcrumbs: { values: readonly Breadcrumb[] }
  /** A function, because most requests never fail and need no describing. */
  describeRequest?: (() => TelemetryRequest) | undefined
}

/** An event that needs its surroundings. */
export type PartialEvent = Omit<TelemetryEvent, 'platform'> & { platform?: string }

/** A scope that begins as this one is now; neither sees the other's later changes. */
export const forkScope = (scope: Scope): Scope => ({ ...scope })

/** Runs `work` in a fork of `scope`, and hands on what it returns or throws. */
export function withScope<Result>(
  scopes: ScopeProvider,
  scope: Scope,
  work: (scope: Scope) => Result,
): Result {
  const fork = forkScope(scope)
  return scopes.run(fork, () => work(fork))
}

/** The event with the scope's knowledge around its own: what the event says itself wins. */
export const applyScope = ({ describeRequest, ...known }: Scope, event: PartialEvent): TelemetryEvent => ({
  ...known,
  ...event,
  level: known.level ?? event.level,
  // A request that is gone must not take the failure with it.
  request: event.request ?? attempt(() => describeRequest?.()),
  tags: { ...known.tags, ...event.tags },
  contexts: { ...known.contexts, ...event.contexts },
  extra: { ...known.extra, ...event.extra },
})

// Functions instead of methods: a page that uses none of them loads none of them.

/** Undefined takes it away again, here and below. */
export function setTag(scope: Scope, name: string, value: string | undefined): void {
  scope.tags = { ...scope.tags, [name]: value }
}

/** Puts a copy in: what it holds may change before an event is sent. */
export function setContext(scope: Scope, name: string, context: Record<string, unknown> | undefined): void {
  scope.contexts = { ...scope.contexts, [name]: normalizeData(context) as typeof context }
}

/** As `setContext`, for anything. */
export function setExtra(scope: Scope, name: string, value: unknown): void {
  scope.extra = { ...scope.extra, [name]: normalizeData(value) }
}
