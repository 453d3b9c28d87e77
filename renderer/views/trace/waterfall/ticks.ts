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
  const shown = Array.from({ length: MOST_TICKS + 1 }, (_, index) => (first + index) * stepMs).flatMap(
    (ms) => {
      const atUs = ms * 1_000
      const place = placeMoment(range, atUs)
      if (place === undefined || atUs - range.fromUs > LAST_SHARE * range.rangeUs) return []
      return [{ ms, place }]
    },
  )
  const labels = labelsOf(
    shown.map(({ ms }) => ms),
    stepMs,
  )
  return shown.map(({ place }, index) => ({ label: labels[index] ?? '', place }))
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
 * Formats times. What a duration does not tell apart is written in milliseconds: steps below a tenth of a second, and
 * shorter ones than a second where minutes begin.
 */
function labelsOf(times: number[], stepMs: number): string[] {
  const durations = times.map(formatDuration)
  if (stepMs >= 100 && new Set(durations).size === times.length) return durations
  const digits = Math.max(0, -Math.floor(Math.log10(stepMs)))
  return times.map((ms) => `${Number(ms.toFixed(digits))} ms`)
}
