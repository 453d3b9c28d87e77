import type { CSSProperties } from 'react'
import { placeMoment, type TimeRange } from './time-range.ts'

interface Moment {
  name: string
  atUs: number
}

interface LabelledMoment extends Moment {
  place: CSSProperties
  /** Its own name, with those of the next ones that are too near for labels of their own, which have none. */
  label: string | undefined
  /** There is no room for the label after its line. */
  isLate: boolean
}

/** What a name takes of the lane where that is narrowest: on a phone. */
const NAME_SHARE = 0.1

/** The moments among these times, from the left. */
export function labelMoments(range: TimeRange, moments: readonly Moment[]): LabelledMoment[] {
  const shown = moments
    .flatMap((moment) => {
      const place = placeMoment(range, moment.atUs)
      return place ? [{ ...moment, place, share: (moment.atUs - range.fromUs) / range.rangeUs }] : []
    })
    .sort((a, b) => a.atUs - b.atUs)
  const groups = groupByRoom(shown)
  return groups.flatMap((group) =>
    group.map(({ name, atUs, place }, index) => ({
      name,
      atUs,
      place,
      label: index === 0 ? group.map((one) => one.name).join(' ') : undefined,
      isLate: index === 0 && isLate(group),
    })),
  )
}

type Group = { name: string; atUs: number; place: CSSProperties; share: number }[]

function groupByRoom(shown: Group): Group[] {
  const groups: Group[] = []
  for (const moment of shown) {
    const last = groups.at(-1)
    if (last && moment.share < startOf(last) + widthOf(last)) last.push(moment)
    else groups.push([moment])
  }
  // the last one's label may stand before its line, where the one before has its own
  for (let [before, last] = groups.slice(-2); before && last; [before, last] = groups.slice(-2)) {
    if (!isLate(last) || startOf(before) + widthOf(before) <= startOf(last) - widthOf(last)) break
    groups.splice(-2, 2, [...before, ...last])
  }
  return groups
}

function startOf(group: Group): number {
  return group[0]?.share ?? 0
}

function widthOf(group: Group): number {
  return group.length * NAME_SHARE
}

function isLate(group: Group): boolean {
  return startOf(group) + widthOf(group) > 1
}
