import type { TimeSpent } from '#server/models/performance.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'

type TimedSpan = Pick<NormalizedSpan, 'spanId' | 'parentSpanId' | 'op' | 'name' | 'startUs' | 'durationUs'>

const MOST = 8

/** Lists the most expensive kinds of work, by the time that spans took themselves. */
export function spendTime(traces: readonly (readonly TimedSpan[])[]): TimeSpent[] {
  const byOp = new Map<string, { count: number; micros: number; names: Map<string, number> }>()
  let all = 0
  for (const spans of traces) {
    const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId)
    for (const span of spans) {
      const micros = span.durationUs - coveredBy(span, children.get(span.spanId) ?? [])
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
      millis: micros / 1_000 / traces.length,
      count,
    }))
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
