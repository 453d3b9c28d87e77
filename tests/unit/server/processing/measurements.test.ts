import { expect, it } from 'vitest'
import { type Measured, measure } from '#server/processing/measurements.ts'
import { normalizeStatement } from '#server/processing/normalize/spans/statement.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'

const span: NormalizedSpan = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  segmentId: null,
  isSegment: true,
  eventId: null,
  op: 'http.server',
  name: 'GET /cart',
  side: 'server',
  status: 'ok',
  startUs: 0,
  durationUs: 1_500,
  release: null,
  environment: null,
  data: {},
  measurements: null,
}

function measured(change: Partial<NormalizedSpan>): Measured[] {
  const all: Measured[] = []
  measure({ ...span, ...change }, (one) => all.push(one), normalizeStatement)
  return all
}

it('takes a segment as its route', () => {
  const route = { kind: 'route', name: 'GET /cart', op: 'http.server', side: 'server', value: 1_500 }
  expect(measured({})).toEqual([{ ...route, isFailed: false }])
  expect(measured({ status: 'internal_error' })).toEqual([{ ...route, isFailed: true }])
  expect(measured({ status: 'cancelled' })).toEqual([{ ...route, isFailed: false }])
})

it('takes a query by its statement, wherever it is said', () => {
  const db = { isSegment: false, op: 'db.sql.query', name: 'select 1' }
  expect(measured(db)).toMatchObject([{ kind: 'query', name: 'select ?', op: 'db' }])
  const data = { 'db.query.text': 'select 2 from t' }
  expect(measured({ ...db, name: 'SELECT t', data })).toMatchObject([{ name: 'select ? from t' }])
})

it('takes vitals of the page and of all pages, in millionths', () => {
  const measurements = {
    lcp: { value: 1.5, unit: 'second' },
    cls: { value: 0.1, unit: '' },
    other: { value: 1, unit: '' },
  }
  expect(measured({ op: 'ui.webvital', side: 'browser', name: '/cart', measurements })).toMatchObject([
    { kind: 'site_vital', name: '(all)', op: 'lcp', value: 1_500_000 },
    { kind: 'vital', name: '/cart', op: 'lcp', value: 1_500_000 },
    { kind: 'site_vital', name: '(all)', op: 'cls', value: 100_000 },
    { kind: 'vital', name: '/cart', op: 'cls', value: 100_000 },
  ])
})

it('takes a vital that comes alone for the page that it names', () => {
  const alone = { isSegment: false, op: 'ui.interaction.click', name: 'button.buy' }
  const measurements = { inp: { value: 120, unit: 'millisecond' } }
  const named = measured({ ...alone, measurements, data: { transaction: '/cart' } })
  expect(named).toMatchObject([{ kind: 'site_vital' }, { kind: 'vital', name: '/cart', value: 120_000 }])
  expect(measured({ ...alone, measurements })).toMatchObject([{ kind: 'site_vital' }])
})

it('takes a navigation by what was there of its data', () => {
  const navigation = { op: 'navigation', side: 'browser' as const, data: { prefetch: 'fresh' } }
  expect(measured(navigation)).toMatchObject([{ kind: 'route' }, { kind: 'prefetch', op: 'fresh' }])
  expect(measured({ ...navigation, data: { prefetch: '<b>' } })).toMatchObject([{ kind: 'route' }])
})
