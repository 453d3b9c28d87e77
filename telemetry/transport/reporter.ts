import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import type { Clock } from '../clock.ts'
import { type Contexts, exceptionsFromThrown, type TelemetryEvent } from '../errors/event.ts'
import { type FilterOptions, isIgnored, isRedirect } from '../errors/filters.ts'
import type { Level } from '../errors/level.ts'
import { normalizeData } from '../errors/normalize.ts'
import type { TelemetryRequest } from '../errors/request.ts'
import type { stackHere } from '../errors/thrown/stack-here.ts'
import type { StackOptions } from '../errors/thrown/stacktrace.ts'
import { isObject } from '../errors/thrown/thrown.ts'
import { cryptoRandom, type RandomBytes, randomHex } from '../random.ts'
import type { PartialEvent } from '../scope/scope.ts'
import type { DynamicSamplingContext } from '../trace/baggage.ts'
import { attempt } from './attempt.ts'
import { createDiscards, type DiscardReason, type Discards } from './client-report.ts'

export interface ReporterOptions extends FilterOptions, StackOptions {
  /**
   * The adapter keeps the port's promises, as all of ours do. `combineAdapters` enforces them for any
   * adapters.
   */
  adapter: Omit<TelemetryAdapter, 'name'>
  /** Sentry's name of the platform: `node` on the server, `javascript` in browsers. */
  platform: 'node' | 'javascript'
  release?: string | undefined
  environment?: string | undefined
  serverName?: string | undefined
  /** The counts that the adapters share, so that one report contains everything. */
  discards?: Discards
  /**
   * Runs last and may change an event, or drop it by returning null. If it throws, the event is dropped,
   * because it may not have removed what it should.
   */
  beforeSend?: (event: TelemetryEvent) => TelemetryEvent | null
  /** Provides a stack as text for reported values without one: `stackHere`, which servers use. */
  stackHere?: typeof stackHere
  clock?: Clock
  random?: RandomBytes
}

/** What the caller knows about a failure besides the thrown value. */
export interface CaptureHint extends EventHint {
  /** False if nobody caught it, so that it ended a request, a render or a process. Default true. */
  handled?: boolean
  /** How it was caught: `onerror`, `fastify`, `react`. Default `generic`. */
  mechanism?: string
}

export interface EventHint {
  /** The digest that the visitor was shown. */
  digest?: string | undefined
  level?: Level | undefined
  tags?: Record<string, string>
  contexts?: Contexts
  extra?: Record<string, unknown>
  request?: TelemetryRequest
}

export interface Captured {
  /** 32 lower-case hex characters. */
  eventId: string
  /** False if it was dropped because of a filter or an earlier report. */
  reported: boolean
}

/** The thrown value or the message. */
type EventParts = Partial<Pick<TelemetryEvent, 'exception' | 'message' | 'stacktrace' | 'level'>>

/** Nothing here throws, blocks or keeps a process alive. */
export interface Reporter {
  /**
   * One error object is reported once, however many layers catch it, and always gets the same id. A new
   * digest makes it a new failure, because an error that is stored and thrown again must be found by each
   * visitor's digest.
   */
  captureException(thrown: unknown, hint?: CaptureHint): Captured
  /** Reports the result of `describe`, unless it is undefined. */
  capture(
    hint: EventHint,
    describe: (options: StackOptions) => EventParts | false,
    eventId?: string,
  ): Captured
  readonly discards: Discards
  /** Delivers a complete item, such as those from tracing. */
  deliver(item: TelemetryItem): void
  /** Resolves to true if everything that was captured before has been sent within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** Does the same as `flush`, and captures nothing after it. */
  close(timeoutMs: number): Promise<boolean>
}

/**
 * Creates a reporter, which turns failures into events. `complete` adds what is known about the place of
 * the failure.
 */
export function createReporter(
  options: ReporterOptions,
  complete: (event: PartialEvent) => TelemetryEvent,
  samplingContext?: () => DynamicSamplingContext | undefined,
): Reporter {
  const {
    clock = Date.now,
    random = cryptoRandom,
    discards = createDiscards(),
    adapter,
    beforeSend,
    stackHere,
  } = options
  const captures = new WeakMap<object, Captured & { digest: string | undefined }>()
  let closed = false
  let last: string | undefined

  const capture: Reporter['capture'] = (hint, describe, eventId = randomHex(random, 16)) => {
    /** Delivers the completed event, or returns why it was dropped. */
    const report = (): DiscardReason | undefined => {
      if (closed) return 'queue_overflow'
      const parts = describe(options)
      if (!parts) return 'event_processor'
      // The copy has the same shape. If a getter of the caller throws, only its value is lost.
      const { digest, level, contexts, ...known } = normalizeData(hint) as EventHint
      const event = {
        ...complete({
          event_id: eventId,
          timestamp: clock() / 1000,
          level: 'error',
          ...known,
          ...parts,
          contexts: { ...contexts, ...(digest && { error: { ...contexts?.error, digest } }) },
        }),
        ...(level && { level }),
      }
      // A failure that repeats in a loop is reported once, like Sentry's Dedupe, but every visitor's digest
      // can be found.
      const before = last
      last = JSON.stringify([parts, event.fingerprint])
      if (isIgnored(event, options) || (last === before && !digest)) return 'event_processor'
      const payload = beforeSend ? attempt(() => beforeSend(event)) : event
      if (!payload) return 'before_send'
      adapter.deliver({ type: 'event', payload, trace: samplingContext?.() })
      return undefined
    }
    const reason = attempt(report, 'internal_sdk_error' as const)
    if (reason) discards.count(reason, 'error')
    return { eventId, reported: !reason }
  }

  /** Reports what was dropped. */
  const tell = (): void => {
    const item = discards.takeReport(clock)
    if (item) adapter.deliver(item)
  }

  const captureException: Reporter['captureException'] = (
    thrown,
    { mechanism: type = 'generic', handled = true, ...hint } = {},
  ) => {
    const { digest } = hint
    const earlier = captures.get(thrown as object) // A primitive value has no entry.
    if (earlier && (!digest || digest === earlier.digest)) return earlier
    const eventId = randomHex(random, 16)
    if (isObject(thrown)) captures.set(thrown, { eventId, digest, reported: false })
    // Errors that somebody catches are reported there. Uncaught ones are caught by a framework, whose stack
    // says nothing.
    const stack = handled ? stackHere?.(captureException) : ''
    return capture(
      hint,
      () =>
        !isRedirect(thrown, options) && {
          exception: { values: exceptionsFromThrown(thrown, { type, handled }, options, stack) },
        },
      eventId,
    )
  }

  return {
    captureException,
    capture,
    discards,
    deliver: adapter.deliver,
    flush(timeoutMs) {
      tell()
      return adapter.flush(timeoutMs)
    },
    close(timeoutMs) {
      tell()
      closed = true
      return adapter.close(timeoutMs)
    },
  }
}
