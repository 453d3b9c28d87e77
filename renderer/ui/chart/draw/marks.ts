import { xOf } from './axis.ts'
import { labelExtent } from './label-extent.ts'
import type { TimeBuckets } from './time-buckets.ts'

/** Something that happened while the chart was drawn by life: a release, a deploy. */
export interface Happening {
  time: number
  name: string
  href?: string
}

export interface ChartMark {
  /** Percent of the width. */
  x: number
  time: number
  name: string
  href?: string
  /** Where two are too near for two labels, the first one's stands for both. */
  label?: string
}

const MOST_MARKS = 12

/** The latest of what lies within, the earliest first. */
export function placeMarks(buckets: TimeBuckets, happenings: readonly Happening[]): ChartMark[] {
  const within = happenings
    .filter(({ time }) => time >= buckets.start && time < buckets.end)
    .toSorted((a, b) => a.time - b.time)
    .slice(-MOST_MARKS)
  const marks: ChartMark[] = []
  let last: { mark: ChartMark; end: number; more: number } | undefined
  for (const happening of within) {
    const mark: ChartMark = { x: xOf(buckets, happening.time), ...happening }
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
