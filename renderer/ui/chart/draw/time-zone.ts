/** What a chart's axis needs to know of where its reader is. */
export interface ChartZone {
  /** As it stands under the chart. */
  name: string
  /** Milliseconds ahead of UTC at a moment. */
  offsetAt: (time: number) => number
}

export const UTC: ChartZone = { name: 'UTC', offsetAt: () => 0 }
