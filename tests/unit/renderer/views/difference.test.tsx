import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { comparedPeriod, elapsedMinutes } from '#pages/performance/compared-period.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { rate } from '#renderer/texts/performance.ts'
import { Delta } from '#renderer/views/performance/Delta.tsx'
import { differenceOf } from '#renderer/views/performance/difference.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 14, 12)

describe('differenceOf()', () => {
  it.each([
    [100, 112, '+12 %', 'worse'],
    [100, 95, '−5 %', undefined],
    [100, 60, '−40 %', 'better'],
    [100, 240, '+140 %', 'worse'],
    [10, 250, '+25×', 'worse'],
  ])('%i ms before and %i ms now is %s', (before, after, text, tone) => {
    expect(differenceOf({ before, after })).toMatchObject({ text, tone })
  })

  it('is none where the numbers are the same as far as they are shown', () => {
    expect(differenceOf({ before: 1000, after: 1004 })).toBeUndefined()
    expect(differenceOf({ before: 0.01, after: 0.0104, isShare: true })).toBeUndefined()
  })

  it('has no colour where more is neither better nor worse', () => {
    expect(differenceOf({ before: 100, after: 200, isCost: false })).toMatchObject({
      text: '+100 %',
      tone: undefined,
    })
  })

  it('of shares is in percentage points, from zero too', () => {
    expect(differenceOf({ before: 0, after: 0.031, isShare: true })).toMatchObject({
      text: '+3.1 pts',
      tone: 'worse',
    })
    expect(differenceOf({ before: 0.052, after: 0.05, isShare: true })).toMatchObject({
      text: '−0.2 pts',
      tone: undefined,
    })
  })
})

describe('a number’s difference', () => {
  const html = (before: number | null, after: number, format = formatDuration) =>
    renderToStaticMarkup(<Delta before={before} after={after} format={format} />)

  it('has a sign for the eye, and words for a screen reader', () => {
    expect(html(100, 112)).toContain('<span aria-hidden="true">+12 %</span>')
    expect(html(100, 112)).toContain(', 12 % more than 100 ms before')
    expect(html(100, 60)).toContain(', 40 % less than 100 ms before')
    expect(html(100, 100)).toContain(', the same as 100 ms before')
    expect(html(0.05, 0.05, formatShare)).toContain(', the same as 5 % before')
  })

  it('is called new where nothing was measured before', () => {
    expect(html(null, 60)).toContain('>new<')
  })
})

it('says rates in the unit in which they are one or more', () => {
  expect([rate(720, 60), rate(84, 60), rate(9, 100), rate(3, 1440), rate(1, 14 * 1440), rate(0, 60)]).toEqual(
    ['12 / min', '1.4 / min', '5.4 / h', '3 / day', '0.1 / day', '0 / day'],
  )
})

describe('the period that is compared with', () => {
  const buckets = { start: NOON - 2 * HOUR, end: NOON, stepMs: HOUR, count: 2 }

  it('is as long, just before', () => {
    expect(comparedPeriod(buckets, NOON, 'UTC')).toEqual({ text: '14 Nov, 08:00 to 10:00 UTC', elapsed: 1 })
  })

  it('is reduced to what is over of a period that is not', () => {
    expect(comparedPeriod(buckets, NOON - HOUR / 2, 'UTC').elapsed).toBe(0.75)
    expect(elapsedMinutes(buckets, NOON - HOUR / 2)).toBe(90)
  })
})
