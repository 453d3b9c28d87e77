import type { CSSProperties } from 'react'
import type { TraceAddress } from './trace-address.ts'

/** The visible time, in microseconds since the trace began. */
export interface TimeRange {
  fromUs: number
  rangeUs: number
}

export function parseRange(durationUs: number, { from = 0, to }: TraceAddress): TimeRange {
  const fromUs = from * 1_000
  const toUs = to === undefined ? durationUs : to * 1_000
  return { fromUs, rangeUs: Math.max(1, toUs - fromUs) }
}

/**
 * Where a bar lies in the visible time; undefined if it is outside. The bar is cut here, so that no box
 * has to clip it during scrolling.
 */
export function placeBar(
  { fromUs, rangeUs }: TimeRange,
  startUs: number,
  endUs: number,
): CSSProperties | undefined {
  const [start, end] = [(startUs - fromUs) / rangeUs, (endUs - fromUs) / rangeUs]
  if (end < 0 || start > 1) return undefined
  const shownFrom = Math.max(0, start)
  return { marginInlineStart: percent(shownFrom), width: percent(Math.min(1, end) - shownFrom) }
}

/** The distance of a moment from the left; undefined if it is not visible. */
export function placeMoment({ fromUs, rangeUs }: TimeRange, atUs: number): CSSProperties | undefined {
  const share = (atUs - fromUs) / rangeUs
  return share < 0 || share > 1 ? undefined : { insetInlineStart: percent(share) }
}

/** On the widest screens a hundredth of a percent is a third of a pixel. */
function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
