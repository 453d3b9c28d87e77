import { limits } from '#server/protocol/limits.ts'
import { finiteIn, idIn, listIn, secondsIn } from './values.ts'

/** One measurement of a point, and the trace in which it was made. */
export interface OtlpExemplar {
  /** Milliseconds since the epoch, and the value; null where the exemplar does not say it. */
  timeMs: number | null
  value: number | null
  traceId: string
  spanId: string | null
}

/** The exemplars of a point that have a trace, a few of them. */
export function exemplarsOf(point: unknown): OtlpExemplar[] {
  const exemplars: OtlpExemplar[] = []
  for (const each of listIn(point, 'exemplars')) {
    const traceId = idIn(each, 'traceId')
    if (traceId === undefined || exemplars.length === limits.otlpExemplars) continue
    const seconds = secondsIn(each, 'timeUnixNano')
    exemplars.push({
      timeMs: seconds === undefined ? null : Math.round(seconds * 1_000),
      value: finiteIn(each, 'asDouble') ?? finiteIn(each, 'asInt') ?? null,
      traceId,
      spanId: idIn(each, 'spanId') ?? null,
    })
  }
  return exemplars
}

/** As an attribute, which keeps them beside the point: a list of times, values, traces and spans. */
export function toAttribute(exemplars: readonly OtlpExemplar[]) {
  return exemplars.map(({ timeMs, value, traceId, spanId }) => [timeMs, value, traceId, spanId])
}
