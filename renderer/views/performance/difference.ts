import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/performance.ts'

export interface Difference {
  /** With its sign: `+12 %`, `−2.1 pts`. */
  text: string
  /** Without the sign: `12 %`. */
  size: string
  isMore: boolean
  /** Undefined when it is small, or when more is neither better nor worse. */
  tone: 'worse' | 'better' | undefined
}

interface Compared {
  before: number
  after: number
  /** More is worse, as for durations. Otherwise a change is neutral. */
  isCost?: boolean
  /** Both are shares from 0 to 1, whose quotient would say little: their difference is in percentage points. */
  isShare?: boolean
}

/** Smaller changes have no colour: a tenth, or one percentage point. */
const MUCH = { quotient: 0.1, points: 1 }
/** Larger changes are said as a multiple. */
const MANY_TIMES = 10

/** Undefined when the number is the same, as far as it is shown. */
export function differenceOf({ before, after, isCost = true, isShare }: Compared): Difference | undefined {
  const change = isShare ? (after - before) * 100 : before > 0 ? after / before - 1 : 0
  const isMore = change > 0
  const size = isShare ? sizeInPoints(Math.abs(change)) : sizeInPercent(Math.abs(change))
  if (size === undefined) return undefined
  const isMuch = Math.abs(change) >= (isShare ? MUCH.points : MUCH.quotient)
  const tone = !isCost || !isMuch ? undefined : isMore ? 'worse' : 'better'
  return { text: `${isMore ? '+' : '−'}${size}`, size, isMore, tone }
}

function sizeInPoints(change: number): string | undefined {
  const tenths = Math.round(change * 10)
  return tenths === 0 ? undefined : `${tenths / 10} ${say.points}`
}

function sizeInPercent(change: number): string | undefined {
  const percent = Math.round(change * 100)
  if (percent === 0) return undefined
  return change >= MANY_TIMES ? `${formatNumber(Math.round(change + 1))}×` : `${formatNumber(percent)} %`
}
