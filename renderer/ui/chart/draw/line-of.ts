import { line } from 'd3-shape'
import { PLOT, rounded } from './axis.ts'
import type { TimeBuckets } from './time-buckets.ts'
import { middleOf } from './time-chart.ts'

/** The path of a line with gaps where nothing was measured. */
export function lineOf(
  values: readonly (number | null)[],
  { buckets, yOf }: { buckets: TimeBuckets; yOf: (value: number) => number },
): string {
  const toPath = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => rounded((middleOf(buckets, index) / 100) * PLOT.width))
    .y((value) => yOf(value ?? 0))
  return toPath([...values]) ?? ''
}
