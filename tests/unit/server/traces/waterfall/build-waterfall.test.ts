import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TraceError, TraceListing, TraceLog, TraceSpan } from '#server/models/traces/traces.ts'
import { buildWaterfall } from '#server/traces/waterfall/build-waterfall.ts'
import { aTraceSpan } from '#tests/support/builders/a-waterfall.ts'

const BEGAN_US = 1_790_000_000_000_000
const idOf = (number: number) => number.toString(16).padStart(16, '0')

function aTrace(spans: TraceSpan[], looseErrors: TraceError[] = []): TraceListing {
  return { traceId: 'a'.repeat(32), spans, looseErrors, isWhole: true }
}

/** Times in milliseconds since the beginning. */
function aSpan(number: number, depth: number, at: number, lasts: number, more: Partial<TraceSpan> = {}) {
  return aTraceSpan({
    spanId: idOf(number),
    parentSpanId: depth === 0 ? null : idOf(number - 1),
    ...{ depth, startUs: BEGAN_US + at * 1_000, durationUs: lasts * 1_000 },
    ...more,
  })
}

function anError(number: number, at: number, more: Partial<TraceError> = {}): TraceError {
  return {
    ...{ projectId: 1, projectSlug: 'shop', eventId: `${number}`, issueId: number, spanId: null },
    ...{ timestamp: BEGAN_US / 1_000 + at, level: 'error', type: 'TypeError', value: 'no price' },
    ...more,
  }
}

function aLog(id: number, at: number, spanId: string | null): TraceLog {
  const timestampUs = BEGAN_US + at * 1_000
  return { id, projectSlug: 'shop', timestampUs, level: 'warn', body: `log ${id}`, spanId }
}

/** Any spans, as a listing holds them: each at most one deeper than the one before it. */
const anySpans = fc
  .array(
    fc.record({
      down: fc.integer({ min: -4, max: 1 }),
      at: fc.integer({ min: 0, max: 2_000 }),
      lasts: fc.integer({ min: 0, max: 1_000 }),
      op: fc.constantFrom('http.server', 'http.client', 'db', ''),
      side: fc.constantFrom('browser' as const, 'server' as const),
      projectSlug: fc.constantFrom('shop', 'api'),
    }),
    { maxLength: 40 },
  )
  .map((given) => {
    let depth = -1
    return given.map(({ down, at, lasts, ...more }, index) => {
      depth = Math.max(0, Math.min(depth + 1, depth + down))
      return aSpan(index + 1, depth, at, lasts, more)
    })
  })

describe('buildWaterfall() of any trace', () => {
  it('has each span, error and log in one row, and no key twice', () => {
    fc.assert(
      fc.property(
        anySpans,
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 5 }),
        (spans, times) => {
          const logs = times.map((at, index) => aLog(index, at, index % 2 ? idOf(index) : null))
          const errors = times.map((at, index) => anError(index, at))
          const { rows, ...trace } = buildWaterfall(aTrace(spans, errors), logs, true)
          const count = (kind: string) => rows.filter((row) => row.kind === kind).length
          expect([count('span'), count('error'), count('log')]).toEqual([
            spans.length,
            times.length,
            times.length,
          ])
          expect(trace).toMatchObject({
            spanCount: spans.length,
            errorCount: times.length,
            logCount: times.length,
          })
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
          expect(rows.filter(({ kind }) => kind === 'span').every(({ key }) => trace.spans.has(key))).toBe(
            true,
          )
        },
      ),
    )
  })

  it('counts below each row what is deeper until the next that is not', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const { rows } = buildWaterfall(aTrace(spans), [], true)
        for (const [index, { size, depth }] of rows.entries()) {
          const next = rows.findIndex((row, place) => place > index && row.depth <= depth)
          expect(size).toBe((next === -1 ? rows.length : next) - index - 1)
        }
      }),
    )
  })

  it('begins with its first span, ends with its last, and keeps every duration', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const { rows, durationUs } = buildWaterfall(aTrace(spans), [], true)
        const placed = rows.filter(({ kind }) => kind === 'span')
        if (placed.length === 0) return
        expect(Math.min(...placed.map(({ startUs }) => startUs))).toBe(0)
        expect(Math.max(1, ...placed.map((row) => row.startUs + row.durationUs))).toBe(durationUs)
        const durations = (all: { durationUs: number }[]) =>
          all.map((one) => one.durationUs).sort((a, b) => a - b)
        expect(durations(placed)).toEqual(durations(spans))
      }),
    )
  })

  it('keeps each critical stretch within its span', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const { rows } = buildWaterfall(aTrace(spans), [], true)
        for (const { critical, startUs, durationUs } of rows) {
          for (const [from, to] of critical ?? []) {
            expect(from).toBeGreaterThanOrEqual(startUs)
            expect(to).toBeGreaterThanOrEqual(from)
            expect(to).toBeLessThanOrEqual(startUs + durationUs)
          }
        }
      }),
    )
  })
})

describe('buildWaterfall()', () => {
  it('puts errors and logs among the children of their span by time, and a gap where nothing ran', () => {
    const inQuery = anError(1, 350, { spanId: idOf(2) })
    const spans = [aSpan(1, 0, 0, 1_000), aSpan(2, 1, 300, 100, { op: 'db', errors: [inQuery] })]
    const logs = [aLog(7, 450, idOf(1)), aLog(8, 100, null)]
    const { rows } = buildWaterfall(aTrace(spans), logs, true)
    expect(rows.map(({ kind, depth, startUs }) => [kind, depth, startUs / 1_000])).toEqual([
      ['span', 0, 0],
      ['gap', 1, 0],
      ['span', 1, 300],
      ['error', 2, 350],
      ['gap', 1, 400],
      ['log', 1, 450],
      ['log', 0, 100],
    ])
  })

  it('says what its parent is missing of, but not of what began the trace', () => {
    const spans = [aSpan(1, 0, 0, 10), aSpan(2, 0, 5, 10, { parentSpanId: idOf(99) })]
    const { rows, orphanCount } = buildWaterfall(aTrace(spans), [], true)
    expect(rows.map(({ isOrphan }) => isOrphan)).toEqual([undefined, true])
    expect(orphanCount).toBe(1)
  })

  it('tells two spans of one id apart', () => {
    const spans = [aSpan(1, 0, 0, 10), aSpan(1, 0, 5, 10, { projectId: 2, projectSlug: 'api' })]
    const { rows } = buildWaterfall(aTrace(spans), [], true)
    expect(rows.map(({ key }) => key)).toEqual([idOf(1), `${idOf(1)}.2`])
  })

  it('moves a server that a browser waited for into the time in which it waited', () => {
    const spans = [
      aSpan(1, 0, 0, 500, { side: 'browser', op: 'pageload', projectSlug: 'web' }),
      aSpan(2, 1, 50, 400, { side: 'browser', op: 'http.client', projectSlug: 'web' }),
      aSpan(3, 2, 5_000, 300),
    ]
    const { rows, clocks, durationUs } = buildWaterfall(aTrace(spans), [], true)
    const [, asked, served] = rows.filter(({ kind }) => kind === 'span')
    expect(clocks).toHaveLength(1)
    expect(durationUs).toBe(500_000)
    expect(served?.startUs).toBeGreaterThanOrEqual(asked?.startUs ?? 0)
    expect((served?.startUs ?? 0) + 300_000).toBeLessThanOrEqual((asked?.startUs ?? 0) + 400_000)
  })

  it('shows errors and logs alone where no span is stored', () => {
    const { rows, startUs, durationUs, name } = buildWaterfall(
      aTrace([], [anError(1, 20)]),
      [aLog(1, 5, idOf(1))],
      false,
    )
    expect(rows.map(({ kind, startUs }) => [kind, startUs])).toEqual([
      ['log', 0],
      ['error', 15_000],
    ])
    expect([startUs, durationUs, name]).toEqual([BEGAN_US + 5_000, 15_000, 'log 1'])
  })

  it('is of nothing where nothing is', () => {
    expect(buildWaterfall(aTrace([]), [], true)).toMatchObject({
      rows: [],
      durationUs: 1,
      name: 'a'.repeat(32),
    })
  })
})
