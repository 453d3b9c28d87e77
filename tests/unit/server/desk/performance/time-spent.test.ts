import { expect, it } from 'vitest'
import { requestsOf, spendTime } from '#server/desk/performance/time-spent.ts'

const span = (spanId: string, parentSpanId: string | null, op: string, start: number, millis: number) => ({
  spanId,
  parentSpanId,
  op,
  name: `${op} ${spanId}`,
  startUs: start * 1_000,
  durationUs: millis * 1_000,
})

it('gives each kind of work the time that nothing below it took', () => {
  const root = span('a', null, 'http.server', 0, 100)
  const below = [span('b', 'a', 'db', 10, 30), span('c', 'b', 'queue', 20, 10)]
  expect(spendTime([{ root, below }])).toEqual([
    { op: 'http.server', name: 'http.server a', share: 0.7, millis: 70, count: 1 },
    { op: 'db', name: 'db b', share: 0.2, millis: 20, count: 1 },
    { op: 'queue', name: 'queue c', share: 0.1, millis: 10, count: 1 },
  ])
})

it('never gives work more time than the request took', () => {
  const root = span('a', null, 'http.server', 0, 100)
  const below = [
    span('b', 'a', 'db', 0, 100),
    span('c', 'a', 'db', 0, 100), // while the other one ran
    span('d', 'a', 'queue', 90, 500), // longer than its request
  ]
  const spent = spendTime([{ root, below }])
  expect(spent.reduce((sum, { millis }) => sum + millis, 0)).toBeCloseTo(100)
  expect(spent.map(({ op, millis }) => [op, Math.round(millis)])).toEqual([
    ['db', 95],
    ['queue', 5],
    ['http.server', 0],
  ])
})

it('counts what runs below a request, and not what runs around it', () => {
  const spans = [
    span('page', null, 'pageload', 0, 900),
    span('fetch', 'page', 'http.client', 100, 300),
    span('api', 'fetch', 'http.server', 150, 200),
    span('query', 'api', 'db', 160, 50),
    span('paint', 'page', 'ui.render', 500, 300),
  ]
  const requests = requestsOf(spans, ({ op }) => op === 'http.server')
  expect(requests.map(({ root, below }) => [root.spanId, below.map(({ spanId }) => spanId)])).toEqual([
    ['api', ['query']],
  ])
  expect(spendTime(requests).map(({ op, millis }) => [op, millis])).toEqual([
    ['http.server', 150],
    ['db', 50],
  ])
})

it('follows parents in a circle once', () => {
  const spans = [span('a', 'b', 'http.server', 0, 10), span('b', 'a', 'db', 0, 10)]
  expect(requestsOf(spans, ({ spanId }) => spanId === 'a')[0]?.below).toHaveLength(1)
})

it('has nothing to say of nothing', () => {
  expect(spendTime([])).toEqual([])
  expect(spendTime([{ root: span('a', null, 'http.server', 0, 0), below: [] }])).toMatchObject([{ share: 0 }])
})
