import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TraceSpan } from '#server/models/traces/traces.ts'
import { buildWaterfall } from '#server/traces/waterfall/build-waterfall.ts'
import { describeSpan } from '#server/traces/waterfall/describe-span.ts'
import { aTraceSpan } from '#tests/support/builders/a-waterfall.ts'

const BEGAN_US = 1_790_000_000_000_000
const idOf = (number: number) => number.toString(16).padStart(16, '0')

function spanAt(
  number: number,
  depth: number,
  startUs: number,
  durationUs: number,
  more: Partial<TraceSpan> = {},
) {
  return aTraceSpan({ spanId: idOf(number), depth, startUs: BEGAN_US + startUs, durationUs, ...more })
}

function describeFirst(spans: TraceSpan[], number = 1) {
  const listing = { traceId: 'a'.repeat(32), spans, looseErrors: [], isWhole: true }
  return describeSpan(buildWaterfall(listing, [], true), idOf(number))
}

it('knows nothing of a span that is not in the trace, or of a row that is no span', () => {
  expect(describeFirst([spanAt(1, 0, 0, 10)], 2)).toBeUndefined()
  expect(describeFirst([])).toBeUndefined()
})

it('names its parent, its children and its process', () => {
  const spans = [
    spanAt(1, 0, 0, 100, { isSegment: true, segmentId: idOf(1), name: 'GET /cart' }),
    spanAt(2, 1, 10, 50, { op: 'loader', name: 'pages/cart', segmentId: idOf(1) }),
    spanAt(3, 2, 20, 10, { op: 'db', name: 'select 1', segmentId: idOf(1) }),
    spanAt(4, 2, 40, 10, { op: 'db', name: 'select 2', segmentId: idOf(9) }),
  ]
  expect(describeFirst(spans, 2)).toMatchObject({
    parent: { key: idOf(1), op: 'http.server', name: 'GET /cart' },
    ...{ childCount: 2, segmentName: 'GET /cart', sinceUs: 10, ownUs: 30 },
  })
  expect(describeFirst(spans, 1)).toMatchObject({ parent: null, childCount: 1, segmentName: 'GET /cart' })
  expect(describeFirst(spans, 4)?.segmentName).toBeNull()
})

it('has as its own what none of its children covers, however they lie', () => {
  const child = fc.tuple(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(fc.array(child, { maxLength: 10 }), (children) => {
      const spans = children.map(([at, lasts], index) => spanAt(index + 2, 1, at, lasts))
      let own = 0
      for (let time = 0; time < 200; time++) {
        if (!children.some(([at, lasts]) => at <= time && time < at + lasts)) own++
      }
      expect(describeFirst([spanAt(1, 0, 0, 200), ...spans])?.ownUs).toBe(own)
    }),
  )
})

it('spends all of its time on the critical path where it has no children', () => {
  expect(describeFirst([spanAt(1, 0, 0, 200)])?.criticalUs).toBe(200)
})

it.each<[name: string, span: Partial<TraceSpan>, statement: string | null, data: [string, string][]]>([
  [
    'what a database was asked, once',
    { op: 'db', data: { 'db.statement': 'select 1', rows: 2 } },
    'select 1',
    [['rows', '2']],
  ],
  [
    'the newer name before the older one',
    { op: 'db', data: { 'db.statement': 'old', 'db.query.text': 'new' } },
    'new',
    [['db.statement', 'old']],
  ],
  ['its name where nothing else says it', { op: 'db.query', name: 'select 2' }, 'select 2', []],
  ['nothing of what is no database', { op: 'dbx', name: 'select 2' }, null, []],
  [
    'nothing of a statement that is no text',
    { op: 'http', data: { 'db.statement': 7 } },
    null,
    [['db.statement', '7']],
  ],
  ['values that are no text as JSON', { op: 'x', data: { list: [1, null] } }, null, [['list', '[1,null]']]],
])('shows %s', (_name, span, statement, data) => {
  expect(describeFirst([spanAt(1, 0, 0, 10, span)])).toMatchObject({ statement, data })
})
