import { combineAdapters, type TelemetryAdapter } from './adapter.ts'
import type { Breadcrumb } from './breadcrumbs.ts'
import { createDiscards, type Discards } from './client-report.ts'
import type { Clock } from './clock.ts'
import { settlesWithin } from './deadline.ts'
import { type Contexts, eventFromThrown, type Level, type TelemetryEvent } from './event.ts'
import { type FilterOptions, isRedirect } from './filters.ts'
import { limits } from './limits.ts'
import { prepareEvent, toBreadcrumb } from './prepare.ts'
import { cryptoRandom, type RandomBytes, randomHex } from './random.ts'
import type { TelemetryRequest } from './request.ts'
import { Scope, type ScopeProvider } from './scope.ts'
import { createSendBuffer } from './send-buffer.ts'
import { describeThrown, isObject } from './thrown.ts'

export interface TelemetryOptions extends FilterOptions {
  adapters: TelemetryAdapter[]
  /** As Sentry calls it: `node` on the server, `javascript` in browsers. */
  platform: 'node' | 'javascript'
  release?: string
  environment?: string
  serverName?: string
  /** Directory or origin that file names are shown relative to. */
  appRoot?: string
  scopes?: ScopeProvider
  /** The one that the adapters count into, so that one report has everything. */
  discards?: Discards
  /** The last word on an event: changes it, or leaves it out with null. If it throws, the event stays. */
  beforeSend?: (event: TelemetryEvent) => TelemetryEvent | null
  /** Adds source lines. The event leaves without them when that fails or takes too long. */
  addSourceContext?: (event: TelemetryEvent) => Promise<TelemetryEvent>
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
  level?: Level
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
  captureMessage(message: string, level?: Level, hint?: CaptureHint): Captured
  addBreadcrumb: RecordBreadcrumb
  /** The scope of the running code: the request's, or the global one. */
  scope(): Scope
  /** What all later forks begin with. */
  readonly globalScope: Scope
  /** Runs `work` in a fork of the current scope, and hands on what it returns or throws. */
  withScope<Result>(work: (scope: Scope) => Result): Result
  readonly discards: Discards
  /** True when all that was captured before has left within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** As `flush`, and captures nothing after it. */
  close(timeoutMs: number): Promise<boolean>
}

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { clock = Date.now, random = cryptoRandom, discards = createDiscards() } = options
  const adapter = combineAdapters(options.adapters, discards)
  const globalScope = new Scope()
  const scopes = options.scopes ?? createSynchronousScopes()
  const enriching = createSendBuffer()
  const captures = new WeakMap<object, { eventId: string; digest: string | undefined }>()
  let closed = false

  const scope = (): Scope => scopes.current() ?? globalScope

  const capture = (
    eventId: string,
    toEvent: () => TelemetryEvent | undefined,
    hint: CaptureHint,
  ): Captured => {
    try {
      if (closed) discards.count('queue_overflow', 'error', 'telemetry is closed')
      const event = closed ? undefined : toEvent()
      const prepared = event && prepareEvent(event, hint, scope(), options, discards)
      if (prepared) send(prepared)
      return { eventId, reported: prepared !== undefined }
    } catch (error) {
      discards.count(
        'internal_sdk_error',
        'error',
        `it could not be prepared: ${describeThrown(error).value}`,
      )
      return { eventId, reported: false }
    }
  }

  const send = (event: TelemetryEvent): void => {
    const { addSourceContext } = options
    const deliver = (payload: TelemetryEvent): void => adapter.deliver({ type: 'event', payload })
    // With so many waiting for their source lines already, this one goes without.
    const started =
      addSourceContext && enriching.add(async () => deliver(await enrich(event, addSourceContext)))
    if (!started) deliver(event)
  }

  const flush = async (finish: TelemetryAdapter['flush'], timeoutMs: number): Promise<boolean> => {
    const startedAt = clock()
    const enriched = await enriching.flush(timeoutMs)
    return (await finish(Math.max(0, timeoutMs - (clock() - startedAt)))) && enriched
  }

  return {
    captureException(thrown, hint = {}) {
      const earlier = isObject(thrown) ? captures.get(thrown) : undefined
      const isNew = earlier === undefined || (hint.digest !== undefined && hint.digest !== earlier.digest)
      if (!isNew) return { eventId: earlier.eventId, reported: false }
      const eventId = randomHex(random, 16)
      if (isObject(thrown)) captures.set(thrown, { eventId, digest: hint.digest })
      const mechanism = { type: hint.mechanism ?? 'generic', handled: hint.handled ?? true }
      const toEvent = (): TelemetryEvent | undefined => {
        if (isRedirect(thrown, options)) {
          discards.count('event_processor', 'error')
          return undefined
        }
        const basis = { eventId, timestampMs: clock(), platform: options.platform, mechanism }
        return eventFromThrown(thrown, basis, options)
      }
      return capture(eventId, toEvent, hint)
    },
    captureMessage(message, level = 'info', hint = {}) {
      const eventId = randomHex(random, 16)
      const { platform } = options
      const toEvent = () => ({ event_id: eventId, timestamp: clock() / 1000, platform, level, message })
      return capture(eventId, toEvent, hint)
    },
    addBreadcrumb(crumb) {
      try {
        scope().addBreadcrumb(toBreadcrumb(crumb, clock))
      } catch {
        // A crumb that cannot be read explains nothing; the code that left it must go on.
      }
    },
    scope,
    globalScope,
    withScope(work) {
      const fork = scope().fork()
      return scopes.run(fork, () => work(fork))
    },
    discards,
    flush: (timeoutMs) => flush(adapter.flush, timeoutMs),
    close(timeoutMs) {
      closed = true
      return flush(adapter.close, timeoutMs)
    },
  }
}

async function enrich(
  event: TelemetryEvent,
  addSourceContext: NonNullable<TelemetryOptions['addSourceContext']>,
): Promise<TelemetryEvent> {
  let enriched = event
  const work = addSourceContext(event).then((result) => {
    enriched = result
  })
  await settlesWithin(work, limits.enrichTimeoutMs)
  return enriched
}

/** For platforms without context tracking: current as long as `work` runs, not while it awaits. */
function createSynchronousScopes(): ScopeProvider {
  const stack: Scope[] = []
  return {
    current: () => stack.at(-1),
    run(scope, work) {
      stack.push(scope)
      try {
        return work()
      } finally {
        stack.pop()
      }
    },
  }
}
