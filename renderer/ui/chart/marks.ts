import { xOf } from './axis.ts'
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

/** A label needs this much of the width on a phone. */
const LABEL_PERCENT = 18
const MOST_MARKS = 12

/** The latest of what lies within, the earliest first. */
export function placeMarks(buckets: TimeBuckets, happenings: readonly Happening[]): ChartMark[] {
  const within = happenings
    .filter(({ time }) => time >= buckets.start && time < buckets.end)
    .toSorted((a, b) => a.time - b.time)
    .slice(-MOST_MARKS)
  const marks: ChartMark[] = []
  let labelled: { mark: ChartMark; more: number } | undefined
  for (const happening of within) {
    const mark: ChartMark = { x: xOf(buckets, happening.time), ...happening }
    marks.push(mark)
    if (labelled && mark.x - labelled.mark.x < LABEL_PERCENT) {
      labelled.more++
      labelled.mark.label = `${labelled.mark.name} +${labelled.more}`
    } else {
      mark.label = mark.name
      labelled = { mark, more: 0 }
    }
  }
  return marks
}
