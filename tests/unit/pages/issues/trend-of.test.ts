import { expect, it } from 'vitest'
import { parseIssueParams } from '#pages/issues/issue-params.ts'
import { minuteTrendOf, trendOf } from '#pages/issues/trend-of.ts'
import { parseScope } from '#renderer/scope.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 22, 14, 36)
const HOUR = NOW / HOUR_MS - 0.6
const DAY = Math.floor(HOUR / 24)

function trendAt(query: string) {
  const url = new URL(`https://desk.example/issues?${query}`)
  const { scope } = parseScope(url.searchParams, NOW)
  const hasPeriod = /statsPeriod|start/.test(query)
  const shown = { period: hasPeriod ? scope.period : undefined, now: NOW, zone: 'Europe/Berlin' }
  const { trend, bars } = minuteTrendOf(shown) ?? trendOf(parseIssueParams(url), shown)
  return { ...trend, bars }
}

it('is a day or two weeks while no period is chosen, each with a link to the other', () => {
  expect(trendAt('')).toMatchObject({
    ...{ name: 'Last 24 hours', span: '24 hours', recent: 3 },
    ...{ other: '14 d', href: '/issues?trend=14d', bars: undefined },
  })
  expect(trendAt('trend=14d')).toMatchObject({
    ...{ name: 'Last 14 days', span: '14 days', recent: 1, other: '24 h', href: '/issues' },
    bars: { unit: 'day', from: DAY - 13, count: 14, each: 1 },
  })
})

it.each([
  ['48h', 'Last 48 hours', { unit: 'hour', from: HOUR - 47, count: 24, each: 2 }],
  ['7d', 'Last 7 days', { unit: 'hour', from: HOUR - 167, count: 28, each: 6 }],
  ['14d', 'Last 14 days', { unit: 'day', from: DAY - 13, count: 14, each: 1 }],
  ['30d', 'Last 30 days', { unit: 'day', from: DAY - 29, count: 30, each: 1 }],
  ['90d', 'Last 90 days', { unit: 'day', from: DAY - 89, count: 30, each: 3 }],
])('covers a chosen period of %s', (statsPeriod, name, bars) => {
  const trend = trendAt(`statsPeriod=${statsPeriod}`)
  expect(trend).toMatchObject({ name, bars })
  expect(trend.href).toBeUndefined()
})

it.each([
  ['30m', 'Since 15:00', { from: NOW / 60_000 - 36, count: 19, each: 2 }],
  ['1h', 'Since 14:00', { from: NOW / 60_000 - 96, count: 20, each: 5 }],
  ['6h', 'Since 09:00', { from: NOW / 60_000 - 396, count: 27, each: 15 }],
  ['12h', 'Since 03:00', { from: NOW / 60_000 - 756, count: 26, each: 30 }],
])('covers all hours that %s has a part of, by minutes', (statsPeriod, name, bars) => {
  expect(trendAt(`statsPeriod=${statsPeriod}`)).toMatchObject({ name, bars: { unit: 'minute', ...bars } })
})

it('covers a day where less is chosen, if its events cannot be counted by minutes', () => {
  const url = new URL('https://desk.example/issues?statsPeriod=1h')
  const { period } = parseScope(url.searchParams, NOW).scope
  const { trend, bars } = trendOf(parseIssueParams(url), { period, now: NOW, zone: 'UTC' })
  expect(trend).toMatchObject({ name: 'Last 24 hours' })
  expect(bars).toBeUndefined()
  expect(trendAt('statsPeriod=20h')).toMatchObject({ name: 'Last 24 hours', bars: undefined })
  expect(trendAt('statsPeriod=24h')).toMatchObject({ name: 'Last 24 hours', bars: undefined })
})

it('ends where a period that is over ended, in the reader’s time', () => {
  expect(trendAt('start=2026-11-20T10:00Z&end=2026-11-20T12:00Z')).toMatchObject({
    name: '20 Nov, 11:00 to 13:00',
    bars: { unit: 'minute', from: Date.UTC(2026, 10, 20, 10) / 60_000, count: 24, each: 5 },
  })
  expect(trendAt('start=2026-11-01T00:00Z&end=2026-11-11T00:00Z')).toMatchObject({
    name: '10 days to 11 Nov, 01:00',
    bars: { unit: 'day', count: 10, each: 1 },
  })
})

it('ends now where a period ends later', () => {
  expect(trendAt('start=2026-11-20T10:00Z&end=2026-12-20T12:00Z').bars).toEqual({
    ...{ unit: 'hour', from: HOUR - 53, count: 18, each: 3 },
  })
})
