/** The drawing area of a small chart in a row. */
const SPARK = { width: 100, height: 24 }
const EDGE = 2

/**
 * A line of numbers at equal intervals; null where there was none. It uses whole numbers, because a page
 * has fifty of these.
 */
export function sparkPath(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const inner = SPARK.height - 2 * EDGE
  let path = ''
  let isPenDown = false
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isPenDown = false
      continue
    }
    const x = Math.round(((index + 0.5) / values.length) * SPARK.width)
    const y = Math.round(EDGE + inner - (most > 0 ? value / most : 0) * inner)
    // A single point is a line of no length, which a round cap draws as a dot.
    path += isPenDown ? `L${x} ${y}` : `M${x} ${y}h0`
    isPenDown = true
  }
  return path
}
