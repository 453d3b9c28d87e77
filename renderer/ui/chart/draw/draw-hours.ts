import { formatNumber } from '#renderer/format/format.ts'
import { HOUR_MS } from '#renderer/format/time-units.ts'
import { type BarChartData, drawBars } from './draw-bars.ts'
import { bucketAt, bucketsOf } from './time-buckets.ts'
import type { ChartTone } from './time-chart.ts'
import type { ChartZone } from './time-zone.ts'

interface HourCounts<Kind extends string> {
  /** Hours since the epoch. */
  fromHour: number
  hours: number
  counts: readonly { hour: number; kind: Kind; quantity: number }[]
  /** The kinds from the bottom up, each with a tone. Those without any count are left out. */
  kinds: readonly { kind: Kind; name: string; tone: ChartTone }[]
  zoneOf: (period: { start: number; end: number }) => ChartZone
}

/** Draws hourly counts, stacked by kind. Undefined if there are none. */
export function drawHours<Kind extends string>(asked: HourCounts<Kind>): BarChartData | null {
  const { fromHour, hours, counts, kinds, zoneOf } = asked
  const period = { start: fromHour * HOUR_MS, end: (fromHour + hours) * HOUR_MS }
  const zone = zoneOf(period)
  const buckets = bucketsOf(period, { leastMs: HOUR_MS, zone })
  const series = kinds
    .filter(({ kind }) => counts.some((count) => count.kind === kind && count.quantity > 0))
    .map(({ kind, name, tone }) => {
      const values = new Array<number>(buckets.count).fill(0)
      for (const count of counts) {
        const index = bucketAt(buckets, count.hour * HOUR_MS)
        if (count.kind === kind && index !== undefined) values[index] = (values[index] ?? 0) + count.quantity
      }
      return { name, tone, values }
    })
  if (series.length === 0) return null
  return drawBars({ buckets, zone, series, format: formatNumber })
}
