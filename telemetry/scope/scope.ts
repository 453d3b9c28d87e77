import type { Breadcrumb } from '../errors/breadcrumbs.ts'
import type { TelemetryEvent } from '../errors/event.ts'
import { normalizeData } from '../errors/normalize.ts'
import type { TelemetryRequest } from '../errors/request.ts'
import { attempt } from '../transport/attempt.ts'
import type { ContextProvider } from './context.ts'

/** Returns the scope of the running code. On a server every request has its own. */
export type ScopeProvider = ContextProvider<Scope>

/**
 * Data that later events will contain. Its members can be set. The records in it are replaced and never
 * changed, so that forks can share them.
 */
export type Scope = Omit<Partial<TelemetryEvent>, 'platform' | 'breadcrumbs' | 'request'> & {
  platform: string
  breadcrumbs: { values: readonly Breadcrumb[] }
  /** A function, because most requests never fail and need no description. */
  describeRequest?: (() => TelemetryRequest) | undefined
}

/** An event without the data of its scope. */
export type PartialEvent = Omit<TelemetryEvent, 'platform'> & { platform?: string }

/** Copies a scope. Later changes of one do not affect the other. */
export const forkScope = (scope: Scope): Scope => ({ ...scope })

/** Runs `work` in a fork of `scope`, and returns or throws the same as `work`. */
export function withScope<Result>(
  scopes: ScopeProvider,
  scope: Scope,
  work: (scope: Scope) => Result,
): Result {
  const fork = forkScope(scope)
  return scopes.run(fork, () => work(fork))
}

/** Adds the scope's data to an event. The event's own data takes precedence. */
export const applyScope = ({ describeRequest, ...known }: Scope, event: PartialEvent): TelemetryEvent => ({
  ...known,
  ...event,
  level: known.level ?? event.level,
  // An error while a request is described must not lose the failure itself.
  request: event.request ?? attempt(() => describeRequest?.()),
  tags: { ...known.tags, ...event.tags },
  contexts: { ...known.contexts, ...event.contexts },
  extra: { ...known.extra, ...event.extra },
})

// These are functions instead of methods, so that a page that uses none of them loads none of them.

/** Undefined removes the tag, here and in later forks. */
export function setTag(scope: Scope, name: string, value: string | undefined): void {
  scope.tags = { ...scope.tags, [name]: value }
}

/** Stores a copy, because the value may change before an event is sent. */
export function setContext(scope: Scope, name: string, context: Record<string, unknown> | undefined): void {
  scope.contexts = { ...scope.contexts, [name]: normalizeData(context) as typeof context }
}

/** Does the same as `setContext`, for a value of any type. */
export function setExtra(scope: Scope, name: string, value: unknown): void {
  scope.extra = { ...scope.extra, [name]: normalizeData(value) }
}
