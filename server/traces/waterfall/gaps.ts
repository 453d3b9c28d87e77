import type { Interval } from './critical-path.ts'

/** Finds when a span was running and none of its children was: time of which nothing was recorded, `leastUs` or more. */
export function findGaps(span: Interval, children: readonly Interval[], leastUs: number): Interval[] {
  const gaps: Interval[] = []
  let coveredTo = span.startUs
  for (const { startUs, endUs } of children.toSorted((a, b) => a.startUs - b.startUs)) {
    const from = Math.min(startUs, span.endUs)
    if (from - coveredTo >= leastUs) gaps.push({ startUs: coveredTo, endUs: from })
    coveredTo = Math.max(coveredTo, endUs)
  }
  if (span.endUs - coveredTo >= leastUs) gaps.push({ startUs: coveredTo, endUs: span.endUs })
  return gaps
}
