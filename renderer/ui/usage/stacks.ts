/** A bar's time in words, and how many of each kind. */
export interface Bucket {
  name: string
  quantities: readonly number[]
}

export interface Stack {
  /** Of its bucket. */
  index: number
  x: number
  width: number
  parts: { part: number; y: number; height: number }[]
}

const LEAST_HEIGHT = 2
/** Between two bars, of their distance. */
const GAP = 0.22

/** Bars in a box, from the ground up; whatever is there at all is seen. */
export function stacksOf(
  buckets: readonly Bucket[],
  box: { width: number; height: number },
): { bars: Stack[]; most: number } {
  const most = Math.max(0, ...buckets.map(({ quantities }) => sumOf(quantities)))
  const step = box.width / Math.max(1, buckets.length)
  const bars = buckets.map(({ quantities }, index): Stack => {
    let top = box.height
    const parts = quantities.flatMap((quantity, part) => {
      if (quantity <= 0) return []
      const height = Math.min(top, Math.max(LEAST_HEIGHT, (quantity / most) * (box.height - LEAST_HEIGHT)))
      top -= height
      return [{ part, y: rounded(top), height: rounded(height) }]
    })
    return { index, x: rounded(index * step), width: rounded(step * (1 - GAP)), parts }
  })
  return { bars, most }
}

const MOST_BUCKETS = 120

/** So many hours a bucket that there are not more buckets than a chart has room for: 1, 2, 3, 6, 12, 24, … */
export function hoursABucket(hours: number): number {
  const steps = [1, 2, 3, 6, 12]
  return steps.find((step) => hours / step <= MOST_BUCKETS) ?? Math.ceil(hours / MOST_BUCKETS / 24) * 24
}

/** Counts by hour and kind as buckets of whole steps, from the first hour on. */
export function bucketsOf<Kind extends string>(
  counts: readonly { hour: number; kind: Kind; quantity: number }[],
  { fromHour, hours, kinds }: { fromHour: number; hours: number; kinds: readonly Kind[] },
  nameOf: (hour: number, step: number) => string,
): Bucket[] {
  const step = hoursABucket(hours)
  const buckets = Array.from({ length: Math.ceil(hours / step) }, (_, index) => ({
    name: nameOf(fromHour + index * step, step),
    quantities: kinds.map(() => 0),
  }))
  for (const { hour, kind, quantity } of counts) {
    const quantities = buckets[Math.floor((hour - fromHour) / step)]?.quantities
    const part = kinds.indexOf(kind)
    if (quantities && part >= 0) quantities[part] = (quantities[part] ?? 0) + quantity
  }
  return buckets
}

function sumOf(quantities: readonly number[]): number {
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
