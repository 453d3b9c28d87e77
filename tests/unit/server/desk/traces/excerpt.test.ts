import { describe, expect, it } from 'vitest'
import { excerptOf } from '#server/desk/traces/excerpt.ts'
import type { TraceError, TraceListing, TraceSpan } from '#server/models/traces/traces.ts'

const HERE = 'a'.repeat(32)

function aSpan(parts: Partial<TraceSpan>): TraceSpan {
  return {
    projectId: 1,
    projectSlug: 'shop',
    spanId: '1'.repeat(16),
    parentSpanId: null,
    depth: 0,
    segmentId: null,
    isSegment: false,
    eventId: null,
    op: 'db',
    name: 'select',
    side: 'server',
    status: 'ok',
    startUs: 1_000_000,
    durationUs: 1_000,
    release: null,
    environment: null,
    data: {},
    measurements: null,
    errors: [],
    ...parts,
  }
}

function anError(parts: Partial<TraceError> = {}): TraceError {
  return {
    projectId: 1,
    projectSlug: 'shop',
    eventId: HERE,
    issueId: 7,
    spanId: null,
    timestamp: 1_000,
    level: 'error',
    type: 'TypeError',
    value: 'no price',
    ...parts,
  }
}

const aTrace = (parts: Partial<TraceListing>): TraceListing => ({
  traceId: 'f'.repeat(32),
  spans: [],
  looseErrors: [],
  isWhole: true,
  ...parts,
})

describe('excerptOf()', () => {
  it('is none where only the event itself is known', () => {
    expect(excerptOf(aTrace({ looseErrors: [anError()] }), HERE)).toBeNull()
    expect(excerptOf(aTrace({}), HERE)).toBeNull()
  })

  it('marks the event and the span that it happened in', () => {
    const spans = [
      aSpan({ isSegment: true, name: 'GET /cart', durationUs: 9_000 }),
      aSpan({ depth: 1, errors: [anError()] }),
    ]
    const excerpt = excerptOf(aTrace({ spans }), HERE)
    expect(excerpt?.rows.map(({ kind, depth, name, isHere }) => [kind, depth, name, isHere])).toEqual([
      ['span', 0, 'GET /cart', false],
      ['span', 1, 'select', true],
      ['error', 2, 'TypeError: no price', true],
    ])
    expect(excerpt).toMatchObject({ spanCount: 2, errorCount: 1, durationUs: 9_000 })
  })

  it('shows the way down to the event, and depths without gaps', () => {
    const deep = Array.from({ length: 10 }, (_, depth) => aSpan({ depth, isSegment: depth === 0 }))
    const loop = Array.from({ length: 300 }, () => aSpan({ depth: 5, durationUs: 5 }))
    const spans = [
      ...deep.slice(0, 5),
      ...loop,
      ...deep.slice(5, 9),
      aSpan({ depth: 9, errors: [anError()] }),
    ]
    const rows = excerptOf(aTrace({ spans }), HERE)?.rows ?? []
    expect(rows.length).toBeLessThanOrEqual(15)
    const here = rows.findIndex(({ kind }) => kind === 'error')
    expect(rows[here]?.isHere).toBe(true)
    expect(rows[here]?.depth).toBe(10)
    rows.forEach((row, index) => {
      expect(row.depth).toBeLessThanOrEqual((rows[index - 1]?.depth ?? -1) + 1)
    })
  })

  it('keeps what began in other processes, and errors without a span', () => {
    const spans = [
      aSpan({ isSegment: true, side: 'browser', name: '/cart' }),
      ...Array.from({ length: 50 }, () => aSpan({ depth: 1, durationUs: 90_000 })),
      aSpan({ depth: 1, isSegment: true, name: 'GET /cart' }),
    ]
    const rows = excerptOf(aTrace({ spans, looseErrors: [anError()] }), HERE)?.rows ?? []
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['/cart', 'GET /cart', 'TypeError: no price']),
    )
  })

  it('shows the errors that are nearest in time', () => {
    const looseErrors = Array.from({ length: 40 }, (_, index) =>
      anError({ eventId: index === 20 ? HERE : String(index).padStart(32, '0'), timestamp: 1_000 + index }),
    )
    const rows = excerptOf(aTrace({ looseErrors }), HERE)?.rows ?? []
    expect(rows).toHaveLength(8)
    expect(rows.some(({ isHere }) => isHere)).toBe(true)
  })
})
