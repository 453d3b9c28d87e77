import { combineAdapters, countItem, type TelemetryAdapter, type TelemetryItem } from './adapter.ts'
import { attempt } from './attempt.ts'
import type { Breadcrumb } from './breadcrumbs.ts'
import { createDiscards, type DiscardReason, type Discards } from './client-report.ts'
import type { Clock } from './clock.ts'
import { createStackContext } from './context.ts'
import { type Contexts, exceptionsFromThrown, type Level, type TelemetryEvent } from './event.ts'
import { type FilterOptions, isIgnored, isRedirect } from './filters.ts'
import { limits } from './limits.ts'
import { normalizeData } from './normalize.ts'
import { cryptoRandom, type RandomBytes, randomHex } from './random.ts'
import type { TelemetryRequest } from './request.ts'
import { createScope, type Scope, type ScopeProvider } from './scope.ts'
import { sdk } from './sdk.ts'
import type { StackOptions } from './stacktrace.ts'
import { isObject } from './thrown.ts'
import type { TraceContext } from './transaction.ts'

export interface TelemetryOptions extends FilterOptions, StackOptions {
  adapters: TelemetryAdapter[]
  /** As Sentry calls it: `node` on the server, `javascript` in browsers. */
  platform: 'node' | 'javascript'
  release?: string | undefined
  environment?: string | undefined
  serverName?: string | undefined
  scopes?: ScopeProvider
  /** The one that the adapters count into, so that one report has everything. */
  discards?: Discards
  /**
   * The last word on an event: changes it, or leaves it out with null. If it throws, the event is left out: it
   * was to take something out, and may not have come to that.
   */
  beforeSend?: (event: TelemetryEvent) => TelemetryEvent | null
  clock?: Clock
  random?: RandomBytes
}

/** What the caller knows about a failure beyond what was thrown. */
export interface CaptureHint {
  /** False when nobody caught it: it ended a request, a render or a process. Default true. */
  handled?: boolean
  /** How it was caught: `onerror`, `fastify`, `react`. Default `generic`. */
  mechanism?: string
  /** The code that the visitor was shown. */
  digest?: string
  level?: Level | undefined
  tags?: Record<string, string>
  contexts?: Contexts
  extra?: Record<string, unknown>
  request?: TelemetryRequest
}

interface Captured {
  /** 32 lower-case hex characters. */
  eventId: string
  /** False when it was left out: filtered, or reported before. */
  reported: boolean
}

export type RecordBreadcrumb = (crumb: Omit<Breadcrumb, 'timestamp'> & { timestamp?: number }) => void

/** Nothing here throws, blocks or keeps a process alive. */
export interface Telemetry {
  /**
   * One error object is reported once, however many layers catch it, and they all get the same id. A new
   * digest makes it a new failure: an error kept and thrown again must be found by each visitor's code.
   */
  captureException(thrown: unknown, hint?: CaptureHint): Captured
  /** The level is the scope's, if absent, or `info`. */
  captureMessage(message: string, level?: Level, hint?: CaptureHint): Captured
  addBreadcrumb: RecordBreadcrumb
  /** The scope of the running code: the request's, or the global one. */
  scope(): Scope
  /** What all later forks begin with. */
  readonly globalScope: Scope
  /** Runs `work` in a fork of the current scope, and hands on what it returns or throws. */
  withScope<Result>(work: (scope: Scope) => Result): Result
  readonly discards: Discards
  /** What it was created with. */
  readonly options: TelemetryOptions
  /** Hands on an item that is complete: what tracing collects leaves here. */
  deliver(item: TelemetryItem): void
  /** Tells events where in which trace they happen; until then, all happen in one. */
  setTraceContext(describe: () => TraceContext): void
  /** True when all that was captured before has left within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** As `flush`, and captures nothing after it. */
  close(timeoutMs: number): Promise<boolean>
}

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const {
    clock = Date.now,
    random = cryptoRandom,
    discards = createDiscards(),
    platform,
    beforeSend,
    release,
    environment,
    serverName: server_name,
  } = options
  const adapter = combineAdapters(options.adapters, discards, clock)
  const globalScope = createScope()
  const scopes = options.scopes ?? createStackContext<Scope>()
  const captures = new WeakMap<object, { eventId: string; digest: string | undefined }>()
  const ids = { trace_id: randomHex(random, 16), span_id: randomHex(random, 8) }
  let traceContext = (): TraceContext => ids
  let closed = false

  const scope = (): Scope => scopes.current() ?? globalScope

  /** Delivers the event with all that is known put in, or says why not. */
  const report = (event_id: string, hint: CaptureHint, parts: EventParts): DiscardReason | undefined => {
    // A copy of the same shape: a getter of the caller's that throws costs its value, not the event.
    const { digest, level, tags, request, contexts, extra } = normalizeData(hint) as CaptureHint
    const known = scope().applyTo({
      event_id,
      timestamp: clock() / 1000,
      platform,
      level: 'error',
      release,
      environment,
      server_name,
      sdk,
      ...parts,
      tags,
      request,
      contexts: {
        trace: traceContext(),
        ...contexts,
        ...(digest && { error: { ...contexts?.error, digest } }),
      },
      extra,
    })
    const event = { ...known, level: level ?? known.level }
    if (isIgnored(event, options)) return 'event_processor'
    const kept = beforeSend ? attempt(() => beforeSend(event)) : event
    if (!kept) return 'before_send'
    adapter.deliver({ type: 'event', payload: kept })
    return undefined
  }

  const capture = (
    eventId: string,
    hint: CaptureHint,
    describe: () => EventParts | undefined | false,
  ): Captured => {
    const reason = attempt((): DiscardReason | undefined => {
      if (closed) return 'queue_overflow'
      const parts = describe()
      return parts ? report(eventId, hint, parts) : 'event_processor'
    }, 'internal_sdk_error' as const)
    if (reason) discards.count(reason, 'error')
    return { eventId, reported: !reason }
  }

  return {
    captureException(thrown, hint = {}) {
      const { digest, mechanism: type = 'generic', handled = true } = hint
      const key = thrown as object // a primitive has no entry
      const earlier = captures.get(key)
      if (earlier && (!digest || digest === earlier.digest))
        return { eventId: earlier.eventId, reported: false }
      const eventId = randomHex(random, 16)
      if (isObject(thrown)) captures.set(thrown, { eventId, digest })
      return capture(
        eventId,
        hint,
        () =>
          !isRedirect(thrown, options) && {
            exception: { values: exceptionsFromThrown(thrown, { type, handled }, options) },
          },
      )
    },
    captureMessage: (message, level, hint) =>
      capture(randomHex(random, 16), { level, ...hint }, () => ({ message, level: 'info' })),
    addBreadcrumb(crumb) {
      // A crumb that cannot be read explains nothing; the code that left it must go on.
      attempt(() =>
        scope().addBreadcrumb({
          timestamp: clock() / 1000,
          // A copy: a crumb may wait for hours, and must neither change nor keep alive what it names.
          ...(normalizeData(crumb, 5) as typeof crumb),
          message: crumb.message?.slice(0, limits.lineLength),
        }),
      )
    },
    scope,
    globalScope,
    withScope(work) {
      const fork = scope().fork()
      return scopes.run(fork, () => work(fork))
    },
    discards,
    options,
    deliver(item) {
      if (closed) countItem(discards, 'queue_overflow', item)
      else adapter.deliver(item)
    },
    setTraceContext(describe) {
      traceContext = describe
    },
    flush: adapter.flush,
    close(timeoutMs) {
      closed = true
      return adapter.close(timeoutMs)
    },
  }
}

/** What was thrown or said. */
type EventParts = Partial<Pick<TelemetryEvent, 'exception' | 'message' | 'level'>>
