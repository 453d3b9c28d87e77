import { DAY_MS } from '#renderer/format/time-units.ts'
import { chartDay, chartTime } from '#renderer/texts/frame/chart.ts'
import { type TimeTick, timeTicks, type ValueTick } from './axis.ts'
import { type ChartTick, placeTicks, type ReleaseMarker } from './ticks.ts'
import { bucketStart, type TimeBuckets } from './time-buckets.ts'
import type { ChartZone } from './time-zone.ts'
import { UTC } from './time-zone.ts'

/** What a chart over time shows beside its drawing, as plain data: a loader makes it, components only draw. */
export interface TimeChart {
  buckets: TimeBuckets
  /** The zone's name. */
  zone: string
  xTicks: TimeTick[]
  yTicks: ValueTick[]
  marks: ChartTick[]
  /** What each line or colour is. */
  legend: LegendEntry[]
  /** Of each bucket's beginning, as the table says it. */
  times: string[]
  /** A row a bucket, a text a legend's entry; empty where nothing came. */
  rows: string[][]
}

export interface LegendEntry {
  name: string
  tone: ChartTone
  /** Its number that matters most: a sum, or the latest. */
  value: string
}

/** By the meaning that the tokens give to colours. */
export type ChartTone =
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
  // days are those of UTC, wherever their reader is
  const zone = buckets.stepMs % DAY_MS === 0 ? UTC : (options.zone ?? UTC)
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
  const local = time + zone.offsetAt(time)
  return buckets.stepMs % DAY_MS === 0 ? chartDay(local) : `${chartDay(local)}, ${chartTime(local)}`
}

/** Percent of the width. */
export function middleOf({ count }: TimeBuckets, index: number): number {
  return ((index + 0.5) / count) * 100
}

/** The address parameters that lead to buckets, from one to another and both included. */
export function rangeOf(buckets: TimeBuckets, from: number, to = from): { start: string; end: string } {
  const time = (index: number) => new Date(bucketStart(buckets, index)).toISOString()
  return { start: time(Math.min(from, to)), end: time(Math.max(from, to) + 1) }
}
