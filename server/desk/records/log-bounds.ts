import { asksAttributes, type LogCondition } from '#server/search/dialects/logs.ts'

/** One page looks at so many rows of all projects together, which takes 10 ms, or 20 ms if they are unpacked. */
const SCANNED_ROWS = 10_000
const LEAST_SCANNED = 1_000
/** One page unpacks the attributes of so many rows to search them. */
const UNPACKED_ROWS = 2_000

/** How many rows of each project a search looks at. */
export function boundOf(condition: LogCondition, projects: number): number {
  const most = asksAttributes(condition) ? UNPACKED_ROWS : SCANNED_ROWS
  return Math.max(LEAST_SCANNED, Math.floor(most / Math.max(1, projects)))
}
