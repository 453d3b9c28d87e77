import { expect, it } from 'vitest'
import { metricMatcher, parseMetricSearch } from '#server/search/dialects/records/metrics.ts'

const point = {
  ...{ value: 12.5, projectSlug: 'shop', release: 'shop@1.0', environment: 'production' },
  ...{ traceId: 'a'.repeat(32), spanId: null },
  attributes: { 'http.route': '/cart', status: 200 },
}

it.each([
  ['', true],
  ['value:12.5', true],
  ['value:>12 value:<=12.5', true],
  ['value:<-1', false],
  ['http.route:/c*', true],
  ['status:200 project:shop', true],
  ['release:shop@* environment:staging', false],
  [`trace:${'a'.repeat(32)}`, true],
  ['has:status !has:constructor', true],
  ['CART', true],
  ['200', false], // words are looked for in texts
])('the search %s of a metric’s points finds one or not', (query, isFound) => {
  const read = parseMetricSearch(query)
  if ('error' in read) throw new Error(read.error.message)
  expect(metricMatcher(read.condition)(point)).toBe(isFound)
})

it.each([
  ['value:many', 'needs a number'],
  ['status:>200', 'can’t be compared: remove the sign'],
  ['trace:1', 'needs an id of 32 hex characters'],
])('the search %s of a metric’s points is refused', (query, message) => {
  expect(parseMetricSearch(query)).toMatchObject({ error: { message } })
})
