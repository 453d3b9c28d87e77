import type { CSSProperties } from 'react'
import { placeMoment, type TimeRange } from './time-range.ts'

interface Moment {
  name: string
  atUs: number
}

interface LabelledMoment extends Moment {
  place: CSSProperties
  /**
   * The moment's name, joined with those of the next moments that are too close for labels of their own
   * and have none.
   */
  label: string | undefined
  /** True if there is no room for the label after its line. */
  isLate: boolean
}

/** The share of the width that a name takes where it is narrowest, on a phone. */
const NAME_SHARE = 0.1

/** The moments in this range, from left to right. */
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
  // The last label may stand before its line, where the label before it is.
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
