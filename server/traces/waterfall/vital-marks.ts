import type { TraceSpan } from '#server/models/traces/traces.ts'
import type { VitalMark } from './waterfall.ts'

/** The web vitals that are moments, measured from the start of the page's load: https://web.dev/articles/vitals */
const MOMENTS: Record<string, string> = { ttfb: 'TTFB', fp: 'FP', fcp: 'FCP', lcp: 'LCP' }
const MS_PER_UNIT: Record<string, number> = { millisecond: 1, second: 1_000, microsecond: 0.001, '': 1 }

/** `startUs` is when the span began, in microseconds since the beginning of the trace. */
export function readVitalMarks({ side, measurements }: TraceSpan, startUs: number): VitalMark[] {
  if (side !== 'browser' || measurements === null) return []
  return Object.entries(MOMENTS).flatMap(([key, name]) => {
    const measured = Object.hasOwn(measurements, key) ? measurements[key] : undefined
    const unitName = measured?.unit ?? ''
    const unit = Object.hasOwn(MS_PER_UNIT, unitName) ? MS_PER_UNIT[unitName] : undefined
    if (measured === undefined || unit === undefined || !(measured.value >= 0)) return []
    return [{ name, atUs: Math.round(startUs + measured.value * unit * 1_000) }]
  })
}
