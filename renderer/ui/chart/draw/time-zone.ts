import { HOUR_MS } from '#renderer/format/time-units.ts'

/** The part of a time zone that a chart's axis needs. */
export interface ChartZone {
  /** The text below the chart. */
  name: string
  /** Milliseconds ahead of UTC at a given time. */
  offsetAt: (time: number) => number
}

/** Data is stored by the hours of UTC, so a clock that is half an hour ahead has its bars half an hour late. */
export function wholeHoursAt({ offsetAt }: ChartZone, time: number): number {
  return Math.floor(offsetAt(time) / HOUR_MS) * HOUR_MS
}

export const UTC: ChartZone = { name: 'UTC', offsetAt: () => 0 }
