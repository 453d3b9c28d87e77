export interface BarBox {
  width: number
  height: number
  /** The space between two bars. */
  gap: number
}

export interface Bar {
  /** The bar's left edge. */
  x: number
  y: number
  width: number
  height: number
}

/** An hour without events still has a line of this height, so that the passing of time is visible. */
const EMPTY_HEIGHT = 1
const LEAST_HEIGHT = 3

export function barsOf(counts: readonly number[], box: BarBox): Bar[] {
  const most = Math.max(1, ...counts)
  const step = (box.width + box.gap) / Math.max(1, counts.length)
  return counts.map((count, index) => {
    const height = count > 0 ? Math.max(LEAST_HEIGHT, (count / most) * box.height) : EMPTY_HEIGHT
    return {
      x: rounded(index * step),
      y: rounded(box.height - height),
      width: rounded(step - box.gap),
      height: rounded(height),
    }
  })
}

/**
 * Draws the bars from `from` to `to` of a small chart as one path. An hour is `step` wide, with the stroke
 * in its middle. One element for each bar would be 1,200 elements in fifty rows, to be sent and hydrated.
 * Numbers are whole, and hours without events are left to the background.
 */
export function pathOf(
  counts: readonly number[],
  {
    step,
    height,
    from = 0,
    to = counts.length,
  }: { step: number; height: number; from?: number; to?: number },
): string {
  const most = Math.max(1, ...counts)
  let path = ''
  for (let index = from; index < to; index++) {
    const count = counts[index] ?? 0
    if (count === 0) continue
    const bar = Math.max(LEAST_HEIGHT, Math.round((count / most) * height))
    path += `M${index * step} ${height}v-${bar}`
  }
  return path
}

/** The number of hours that count as the present. */
export const RECENT_HOURS = 3
const LEAST_RECENT_EVENTS = 5

/**
 * True for more than twice as many events an hour as before, if there are enough of them not to be chance.
 * Days work the same way.
 */
export function isRising(counts: readonly number[], recentCount: number = RECENT_HOURS): boolean {
  const recent = sum(counts.slice(-recentCount))
  const earlier = counts.slice(0, -recentCount)
  if (recent < LEAST_RECENT_EVENTS || earlier.length === 0) return false
  return recent / recentCount > (2 * sum(earlier)) / earlier.length
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
