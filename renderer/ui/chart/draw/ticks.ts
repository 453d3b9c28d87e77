import { xOf } from './axis.ts'
import { labelExtent } from './label-extent.ts'
import type { TimeBuckets } from './time-buckets.ts'

/** Something that happened while the chart was drawn by life: a release, a deploy. */
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
  /** Where two are too near for two labels, the first one's stands for both. */
  label?: string
}

const MOST_TICKS = 12

/** The latest of what lies within, the earliest first. */
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
