import { formatClock, formatDay } from '#renderer/format/format.ts'
import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { type TimeTick, timeTicks, type ValueTick } from './axis.ts'
import { type ChartTick, placeTicks, type ReleaseMarker } from './ticks.ts'
import { bucketStart, type TimeBuckets } from './time-buckets.ts'
import type { ChartZone } from './time-zone.ts'
import { UTC } from './time-zone.ts'

/** The data around a chart's drawing, as plain data from a loader. Components only draw it. */
export interface TimeChart {
  buckets: TimeBuckets
  /** The zone's name. */
  zone: string
  xTicks: TimeTick[]
  yTicks: ValueTick[]
  marks: ChartTick[]
  /** The meaning of each line or colour. */
  legend: LegendEntry[]
  /** The beginning of each bucket, as the table shows it. */
  times: string[]
  /** One row for each bucket with one text for each entry of the legend. Empty without data. */
  rows: string[][]
}

export interface LegendEntry {
  name: string
  tone: ChartTone
  /** The most important number: a sum, or the latest value. */
  value: string
}

/** The tone of another period, with which this one is compared. */
export const EARLIER = 'earlier'

/** Colours by the meaning that the tokens give them. */
export type ChartTone =
  | typeof EARLIER
  | 'faint'
  | 'soft'
  | 'quiet'
  | 'ink'
  | 'trail'
  | 'info'
  | 'ok'
  | 'warning'
  | 'error'
  | 'fatal'

/** The label of a chart's highest point. */
export interface Peak {
  /** Percent of the width, and of the height from the top. */
  x: number
  y: number
  text: string
}

export interface TimeChartOptions {
  buckets: TimeBuckets
  zone?: ChartZone
  releaseMarkers?: readonly ReleaseMarker[]
}

export function timeFrame({ buckets, releaseMarkers: happenings = [], ...options }: TimeChartOptions) {
  const zone = options.zone !== undefined && canShow(options.zone, buckets) ? options.zone : UTC
  return {
    buckets,
    zone: zone.name,
    xTicks: timeTicks(buckets, zone),
    times: Array.from({ length: buckets.count }, (_, index) => timeText(buckets, index, zone)),
    marks: placeTicks(buckets, happenings),
  }
}

function timeText(buckets: TimeBuckets, index: number, zone: ChartZone): string {
  const time = bucketStart(buckets, index)
  // Where the clocks change during the chart, its later days begin at 23:00 or 1:00. They keep their names.
  if (buckets.stepMs % DAY_MS === 0) return formatDay(time + zone.offsetAt(buckets.start))
  const wall = time + zone.offsetAt(time)
  return `${formatDay(wall)}, ${formatClock(wall)}`
}

/** Data that is stored by day has the days of UTC. Data that is stored by hour can have the reader's. */
function canShow(zone: ChartZone, { start, stepMs }: TimeBuckets): boolean {
  return stepMs % DAY_MS !== 0 || (start + zone.offsetAt(start)) % DAY_MS < HOUR_MS
}

/** Percent of the width. */
export function middleOf({ count }: TimeBuckets, index: number): number {
  return ((index + 0.5) / count) * 100
}

/** The address parameters for the period of these buckets, including both ends. */
export function rangeOf(buckets: TimeBuckets, from: number, to = from): { start: string; end: string } {
  const time = (index: number) => new Date(bucketStart(buckets, index)).toISOString()
  return { start: time(Math.min(from, to)), end: time(Math.max(from, to) + 1) }
}
