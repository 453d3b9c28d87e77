import type { JsonObject } from './normalize/untrusted.ts'

/**
 * A span after normalizing, whichever shape it was sent in: as a transaction's
 * (https://develop.sentry.dev/sdk/data-model/event-payloads/span/) or streamed in a container
 * (https://develop.sentry.dev/sdk/telemetry/spans/span-protocol/).
 */
export interface NormalizedSpan {
  /** 32 lower-case hex characters; a span's own id has 16. */
  traceId: string
  spanId: string
  parentSpanId: string | null
  /** The span that it was recorded under in its process, itself if that is so; null if its SDK does not say. */
  segmentId: string | null
  isSegment: boolean
  /** A transaction's. */
  eventId: string | null
  op: string
  name: string
  side: Side
  /** `ok`, or what went wrong. */
  status: string
  /** Microseconds since the epoch: milliseconds would put what happens at once in any order. */
  startUs: number
  durationUs: number
  release: string | null
  environment: string | null
  /** Attributes, but for those that have a place above. */
  data: JsonObject
  measurements: Measurements | null
}

export type Side = 'browser' | 'server'
export type Measurements = Record<string, { value: number; unit: string }>
