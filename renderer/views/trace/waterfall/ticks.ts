import { formatDuration } from '#renderer/format/format-duration.ts'
import { DAY_MS, SECOND_MS } from '#renderer/format/time-units.ts'
import { placeMoment, type TimeRange } from '#renderer/views/trace/time-range.ts'

export interface Tick {
  label: string
  place: NonNullable<ReturnType<typeof placeMoment>>
}

const MOST_TICKS = 5
/** A label to the right of this would reach over the edge. */
const LAST_SHARE = 0.92
/** From a minute on, steps are those of a clock. */
const LONG_STEPS = [15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * SECOND_MS,
)

/** Round times along a range. */
export function ticksOf(range: TimeRange): Tick[] {
  const stepMs = stepFor(range.rangeUs / 1_000 / MOST_TICKS)
  const first = Math.ceil(range.fromUs / 1_000 / stepMs)
  return Array.from({ length: MOST_TICKS + 1 }, (_, index) => (first + index) * stepMs).flatMap((ms) => {
    const atUs = ms * 1_000
    const place = placeMoment(range, atUs)
    if (place === undefined || atUs - range.fromUs > LAST_SHARE * range.rangeUs) return []
    return [{ label: labelOf(ms, stepMs), place }]
  })
}

/** The smallest round step of at least this length. */
function stepFor(leastMs: number): number {
  if (leastMs > 10 * SECOND_MS) {
    return LONG_STEPS.find((step) => step >= leastMs) ?? Math.ceil(leastMs / DAY_MS) * DAY_MS
  }
  const power = 10 ** Math.floor(Math.log10(leastMs))
  return power * ([1, 2, 5].find((factor) => factor * power >= leastMs) ?? 10)
}

/**
 * Formats a time. Steps below the precision of a duration are written in milliseconds, so that no two
 * labels are the same.
 */
function labelOf(ms: number, stepMs: number): string {
  if (ms !== 0 && stepMs >= 100) return formatDuration(ms)
  const digits = Math.max(0, -Math.floor(Math.log10(stepMs)))
  return `${Number(ms.toFixed(digits))} ms`
}
