import type { TimeSpent } from '#server/models/performance.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'

type TimedSpan = Pick<NormalizedSpan, 'spanId' | 'parentSpanId' | 'op' | 'name' | 'startUs' | 'durationUs'>

/** One request of a route, with what ran below it. */
export interface TimedRequest<Span extends TimedSpan = TimedSpan> {
  root: Span
  below: readonly Span[]
}

const MOST = 8

/**
 * Lists the most expensive kinds of work of some requests, by the time that spans took themselves. Spans count as far as
 * they ran within their request; of work that ran at once, each has its part of the time, so that all of them together
 * took as long as the requests.
 */
export function spendTime(requests: readonly TimedRequest[]): TimeSpent[] {
  const byOp = new Map<string, { count: number; micros: number; names: Map<string, number> }>()
  let all = 0
  for (const request of requests) {
    const spans = [request.root, ...request.below].map((span) => clipped(span, request.root))
    const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId)
    const own = spans.map((span) => span.durationUs - coveredBy(span, children.get(span.spanId) ?? []))
    const scale = request.root.durationUs / Math.max(1, sumOf(own))
    for (const [index, span] of spans.entries()) {
      const micros = (own[index] ?? 0) * scale
      const known = byOp.get(span.op) ?? { count: 0, micros: 0, names: new Map<string, number>() }
      known.count++
      known.micros += micros
      known.names.set(span.name, (known.names.get(span.name) ?? 0) + micros)
      byOp.set(span.op, known)
      all += micros
    }
  }
  return [...byOp]
    .toSorted(([, a], [, b]) => b.micros - a.micros)
    .slice(0, MOST)
    .map(([op, { count, micros, names }]) => ({
      op,
      name: [...names].reduce((most, name) => (name[1] > most[1] ? name : most))[0],
      share: all > 0 ? micros / all : 0,
      millis: micros / 1_000 / requests.length,
      count,
    }))
}

/** Finds the requests of a trace: the spans that `isRoot` is true for, each with the spans below it. */
export function requestsOf<Span extends TimedSpan>(
  spans: readonly Span[],
  isRoot: (span: Span) => boolean,
): TimedRequest<Span>[] {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId)
  return spans.filter(isRoot).map((root) => {
    // An id that occurs twice, or parents in a circle, are followed once.
    const seen = new Set([root.spanId])
    const below: Span[] = []
    let level = [root]
    while (level.length > 0) {
      const next = level.flatMap(({ spanId }) => children.get(spanId) ?? [])
      level = next.filter(({ spanId }) => !seen.has(spanId))
      for (const span of level) seen.add(span.spanId)
      below.push(...level)
    }
    return { root, below }
  })
}

function clipped<Span extends TimedSpan>(span: Span, { startUs, durationUs }: TimedSpan): Span {
  const from = Math.max(span.startUs, startUs)
  const to = Math.min(span.startUs + span.durationUs, startUs + durationUs)
  return { ...span, startUs: from, durationUs: Math.max(0, to - from) }
}

/** Measures the time that children cover; they may overlap, and outlast their parent. */
function coveredBy({ startUs, durationUs }: TimedSpan, children: readonly TimedSpan[]): number {
  let covered = 0
  let until = startUs
  for (const child of children.toSorted((a, b) => a.startUs - b.startUs)) {
    const from = Math.max(until, child.startUs)
    const to = Math.min(startUs + durationUs, child.startUs + child.durationUs)
    if (to <= from) continue
    covered += to - from
    until = to
  }
  return covered
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
