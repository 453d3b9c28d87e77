import { expect, it } from 'vitest'
import { spendTime } from '#server/desk/performance/time-spent.ts'

const span = (spanId: string, parentSpanId: string | null, op: string, start: number, millis: number) => ({
  spanId,
  parentSpanId,
  op,
  name: `${op} ${spanId}`,
  startUs: start * 1_000,
  durationUs: millis * 1_000,
})

it('gives each kind of work the time that nothing below it took', () => {
  const trace = [
    span('a', null, 'http.server', 0, 100),
    span('b', 'a', 'db', 10, 30),
    span('c', 'a', 'db', 20, 40), // while the other one still ran
    span('d', 'a', 'queue', 90, 50), // longer than its parent
  ]
  expect(spendTime([trace, trace])).toEqual([
    { op: 'db', name: 'db c', share: 70 / 160, millis: 70, count: 4 },
    { op: 'queue', name: 'queue d', share: 50 / 160, millis: 50, count: 2 },
    { op: 'http.server', name: 'http.server a', share: 40 / 160, millis: 40, count: 2 },
  ])
})

it('has nothing to say of nothing', () => {
  expect(spendTime([])).toEqual([])
  expect(spendTime([[]])).toEqual([])
})
