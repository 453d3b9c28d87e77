import { expect, it } from 'vitest'
import { drawHours } from '#renderer/ui/chart/draw/draw-hours.ts'
import { UTC } from '#renderer/ui/chart/draw/time-zone.ts'

const kinds = [
  { kind: 'info', name: 'info', tone: 'quiet' },
  { kind: 'warn', name: 'warn', tone: 'warning' },
  { kind: 'error', name: 'error', tone: 'error' },
] as const

it('sums hours into bars, from the ground up, and leaves out what never came', () => {
  const chart = drawHours({
    ...{ fromHour: 24_000, hours: 240, kinds, zoneOf: () => UTC },
    counts: [
      { hour: 24_000, kind: 'error', quantity: 2 },
      { hour: 24_000, kind: 'info', quantity: 3 },
      { hour: 24_001, kind: 'info', quantity: 4 },
      { hour: 24_239, kind: 'info', quantity: 1 },
      { hour: 25_000, kind: 'info', quantity: 100 },
    ],
  })
  expect(chart?.buckets.count).toBe(40)
  expect(chart?.legend).toEqual([
    { name: 'info', tone: 'quiet', value: '8' },
    { name: 'error', tone: 'error', value: '2' },
  ])
  expect(chart?.rows[0]).toEqual(['7', '2'])
  expect(chart?.rows.at(-1)).toEqual(['1', '0'])
})

it('has bars that begin on the reader’s clock', () => {
  const newYork = { name: 'America/New_York', offsetAt: () => -5 * 3_600_000 }
  const counts = [{ hour: 24_000, kind: 'info', quantity: 1 }] as const
  const chart = drawHours({ fromHour: 24_000, hours: 240, kinds, zoneOf: () => newYork, counts })
  expect(chart?.times.slice(0, 3)).toEqual(['26 Sep, 18:00', '27 Sep, 00:00', '27 Sep, 06:00'])
  const longer = drawHours({ fromHour: 24_000, hours: 1_400, kinds, zoneOf: () => newYork, counts })
  expect(longer?.times.slice(0, 3)).toEqual(['26 Sep', '27 Sep', '28 Sep'])
  expect(longer?.zone).toBe('America/New_York')
})

it('is nothing where nothing was counted', () => {
  const counts = [{ hour: 24_000, kind: 'info', quantity: 0 }] as const
  expect(drawHours({ fromHour: 24_000, hours: 24, kinds, zoneOf: () => UTC, counts })).toBeNull()
})
