/** The part of a time zone that a chart's axis needs. */
export interface ChartZone {
  /** The text below the chart. */
  name: string
  /** Milliseconds ahead of UTC at a given time. */
  offsetAt: (time: number) => number
}

export const UTC: ChartZone = { name: 'UTC', offsetAt: () => 0 }
