import { xOf } from './axis.ts'
import { labelExtent } from './label-extent.ts'
import type { TimeBuckets } from './time-buckets.ts'

/** A release or a deploy during the time of the chart. */
export interface ReleaseMarker {
  time: number
  name: string
  href?: string
}

export interface ChartTick {
  /** Percent of the width. */
  x: number
  time: number
  name: string
  href?: string
  /** Absent if the mark is so close to the previous one that the label there stands for both. */
  label?: string
}

const MOST_TICKS = 12

/** Returns the latest marks within the period, the earliest first. */
export function placeTicks(buckets: TimeBuckets, releaseMarkers: readonly ReleaseMarker[]): ChartTick[] {
  const within = releaseMarkers
    .filter(({ time }) => time >= buckets.start && time < buckets.end)
    .toSorted((a, b) => a.time - b.time)
    .slice(-MOST_TICKS)
  const marks: ChartTick[] = []
  let last: { mark: ChartTick; end: number; more: number } | undefined
  for (const releaseMarker of within) {
    const mark: ChartTick = { x: xOf(buckets, releaseMarker.time), ...releaseMarker }
    marks.push(mark)
    const { from, to } = labelExtent(mark.x, mark.name)
    if (last && from < last.end) {
      last.more++
      last.mark.label = `${last.mark.name} +${last.more}`
    } else {
      mark.label = mark.name
      last = { mark, end: to, more: 0 }
    }
  }
  return marks
}
