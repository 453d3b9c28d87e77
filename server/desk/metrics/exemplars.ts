import type { MetricDetail, MetricExemplar } from '#server/models/metrics.ts'
import type { ReadPoint } from './measured.ts'

/**
 * Lists measurements that lead to a trace, the newest first, and says how many there are. A value that was sent in a trace is one
 * itself.
 */
export function listExemplars(
  points: readonly ReadPoint[],
  most: number,
): Pick<MetricDetail, 'exemplars' | 'exemplarCount'> {
  const all = points.flatMap(exemplarsOf)
  const newest = all.toSorted((a, b) => b.timestampMs - a.timestampMs)
  return { exemplars: newest.slice(0, most), exemplarCount: all.length }
}

function exemplarsOf({ attributes, traceId, spanId, value, timestampUs, projectSlug }: ReadPoint) {
  const timestampMs = Math.floor(timestampUs / 1_000)
  const kept = attributes['otel.exemplars']
  if (Array.isArray(kept)) return kept.flatMap((each) => parseExemplar(each, { timestampMs, projectSlug }))
  return traceId === null ? [] : [{ timestampMs, value, traceId, spanId, projectSlug }]
}

/** As our own reader of OTLP stores it, unless somebody else's attribute has its name. */
function parseExemplar(
  exemplar: unknown,
  { timestampMs, projectSlug }: Pick<MetricExemplar, 'timestampMs' | 'projectSlug'>,
): MetricExemplar[] {
  if (!Array.isArray(exemplar)) return []
  const [time, value, traceId, spanId] = exemplar as unknown[]
  if (typeof value !== 'number' || typeof traceId !== 'string' || !/^[0-9a-f]{32}$/.test(traceId)) return []
  return [
    {
      timestampMs: typeof time === 'number' ? time : timestampMs,
      value,
      traceId,
      spanId: typeof spanId === 'string' ? spanId : null,
      projectSlug,
    },
  ]
}
