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
  /** Keeps the promises of the port, as all of ours do. `combineAdapters` makes it do so, and one of several. */
  adapter: Omit<TelemetryAdapter, 'name'>
  /** As Sentry calls it: `node` on the server, `javascript` in browsers. */
  platform: 'node' | 'javascript'
  release?: string | undefined
  environment?: string | undefined
  serverName?: string | undefined
  /** The one that the adapters count into, so that one report has everything. */
  discards?: Discards
  /**
   * The last word on an event: changes it, or leaves it out with null. If it throws, the event is left out: it
   * was to take something out, and may not have come to that.
   */
  beforeSend?: (event: TelemetryEvent) => TelemetryEvent | null
  /** Finds a stack for what is caught, reported and has none, as a text: `stackHere`, which servers use. */
  stackHere?: typeof stackHere
  clock?: Clock
  random?: RandomBytes
}

/** What the caller knows about a failure beyond what was thrown. */
export interface CaptureHint extends EventHint {
  /** False when nobody caught it: it ended a request, a render or a process. Default true. */
  handled?: boolean
  /** How it was caught: `onerror`, `fastify`, `react`. Default `generic`. */
  mechanism?: string
}

export interface EventHint {
  /** The code that the visitor was shown. */
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
  /** False when it was left out: filtered, or reported before. */
  reported: boolean
}

/** What was thrown or said. */
type EventParts = Partial<Pick<TelemetryEvent, 'exception' | 'message' | 'stacktrace' | 'level'>>

/** Nothing here throws, blocks or keeps a process alive. */
export interface Reporter {
  /**
   * One error object is reported once, however many layers catch it, and they all get the same id. A new
   * digest makes it a new failure: an error kept and thrown again must be found by each visitor's code.
   */
  captureException(thrown: unknown, hint?: CaptureHint): Captured
  /** Reports what `describe` finds, unless it finds that there is nothing to report. */
  capture(
    hint: EventHint,
    describe: (options: StackOptions) => EventParts | false,
    eventId?: string,
  ): Captured
  readonly discards: Discards
  /** Hands on an item that is complete: what tracing collects leaves here. */
  deliver(item: TelemetryItem): void
  /** True when all that was captured before has left within the time. */
  flush(timeoutMs: number): Promise<boolean>
  /** As `flush`, and captures nothing after it. */
  close(timeoutMs: number): Promise<boolean>
}

/** Makes events of failures. `complete` puts around one what is known where it happened. */
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
    /** Delivers the event with all that is known put in, or says why not. */
    const report = (): DiscardReason | undefined => {
      if (closed) return 'queue_overflow'
      const parts = describe(options)
      if (!parts) return 'event_processor'
      // A copy of the same shape: a getter of the caller's that throws costs its value, not the event.
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
      // What fails over and over in a loop is one report, as with Sentry's Dedupe; but each visitor's digest is found.
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

  /** Says what was left out. */
  const tell = (): void => {
    const item = discards.takeReport(clock)
    if (item) adapter.deliver(item)
  }

  const captureException: Reporter['captureException'] = (
    thrown,
    { mechanism: type = 'generic', handled = true, ...hint } = {},
  ) => {
    const { digest } = hint
    const earlier = captures.get(thrown as object) // a primitive has no entry
    if (earlier && (!digest || digest === earlier.digest)) return earlier
    const eventId = randomHex(random, 16)
    if (isObject(thrown)) captures.set(thrown, { eventId, digest, reported: false })
    // Who caught it reports it there; what nobody caught, a framework does, and its stack tells nothing.
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
