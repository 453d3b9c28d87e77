import { type Measured, type MeasuredKind, measure } from '#server/processing/measurements.ts'
import { rememberStatements } from '#server/processing/normalize/spans/statement.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { FreshSpan } from '#server/writer/batch/span-batch.ts'
import type { Example } from './performance-examples.ts'

/** What a batch brought of one thing that is measured, in one hour. */
export interface Samples {
  projectId: number
  hour: number
  kind: MeasuredKind
  name: string
  op: string
  side: string
  environment: string
  values: Example[]
  failures: number
}

/** A browser that was offline sends what it kept; a clock that is further off is not believed. */
const LATEST_MS = 30 * 24 * HOUR_MS

/** What a batch comes to, span by span. */
export interface Sampling {
  add(spans: readonly FreshSpan[]): void
  readonly samples: Samples[]
}

/** The hour is the one in which it happened, not that of its arrival. */
export function createSampler(): () => Sampling {
  const normalizeStatement = rememberStatements()

  return () => {
    const all: Samples[] = []
    const places = new Map<string, Place>()
    let place: Place | undefined
    let traceId = ''

    function take({ kind, name, op, side, value, isFailed }: Measured): void {
      if (place === undefined) return
      // a query's statement is a string that is known already: what is joined would have to be hashed each time
      const key = kind === 'query' ? name : `${op} ${side} ${name}`
      let samples = place[kind].get(key)
      if (samples === undefined) {
        const { projectId, hour, environment } = place
        const named = { projectId, hour, kind, name, op, side, environment: environment ?? '' }
        samples = { ...named, values: [], failures: 0 }
        place[kind].set(key, samples)
        all.push(samples)
      }
      samples.values.push({ traceId, value })
      if (isFailed) samples.failures++
    }

    function add({ span, projectId, receivedAt }: FreshSpan): void {
      const { environment } = span
      const hour = hourOf(span.startUs, receivedAt)
      // a transaction's spans have all of it in common
      if (place?.hour !== hour || place.projectId !== projectId || place.environment !== environment) {
        const name = `${projectId} ${hour} ${environment}`
        place = places.get(name) ?? placeAt({ projectId, hour, environment })
        places.set(name, place)
      }
      traceId = span.traceId
      measure(span, take, normalizeStatement)
    }

    return {
      samples: all,
      add(spans) {
        for (const span of spans) add(span)
      },
    }
  }
}

interface Where {
  projectId: number
  hour: number
  environment: string | null
}

/** Where what is measured belongs, and what of the batch is there already. */
type Place = Where & Record<MeasuredKind, Map<string, Samples>>

function placeAt(where: Where): Place {
  const none = () => new Map<string, Samples>()
  return { ...where, route: none(), query: none(), vital: none(), site_vital: none(), prefetch: none() }
}

function hourOf(startUs: number, receivedAt: number): number {
  const startedAt = startUs / 1_000
  const isBelieved = startedAt <= receivedAt && startedAt > receivedAt - LATEST_MS
  return Math.floor((isBelieved ? startedAt : receivedAt) / HOUR_MS)
}
