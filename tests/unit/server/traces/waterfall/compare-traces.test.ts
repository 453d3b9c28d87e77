import { expect, it } from 'vitest'
import { compareSpans } from '#server/traces/waterfall/compare-traces.ts'
import { aTraceSpan } from '#tests/support/builders/a-waterfall.ts'

const span = (depth: number, name: string, durationUs: number) =>
  aTraceSpan({ depth, op: 'db', name, durationUs })

it('adds up what did the same under the same, and puts the largest difference first', () => {
  const first = [span(0, 'page', 100), span(1, 'query', 10), span(1, 'query', 10), span(1, 'gone', 5)]
  const second = [span(0, 'page', 180), span(1, 'query', 90), span(2, 'query', 50)]
  expect(compareSpans(first, second)).toMatchObject([
    { name: 'page', differenceUs: 80, under: [] },
    {
      name: 'query',
      under: ['page'],
      first: { count: 2, durationUs: 20 },
      second: { count: 1, durationUs: 90 },
      differenceUs: 70,
    },
    { name: 'query', under: ['page', 'query'], second: { count: 1, durationUs: 50 } },
    { name: 'gone', under: ['page'], first: { count: 1, durationUs: 5 }, differenceUs: -5 },
  ])
})

it('finds no difference between a trace and itself', () => {
  const spans = [span(0, 'page', 100), span(1, 'query', 10), span(2, 'query', 10)]
  expect(compareSpans(spans, spans).map(({ differenceUs }) => differenceUs)).toEqual([0, 0, 0])
})
