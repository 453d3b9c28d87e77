// What is said before something is deleted for good.

import { formatCount, formatNumber } from '#renderer/format/format.ts'

/** The desk counts up to this. */
const MOST_COUNTED = 10_000

export const cannotUndo = 'This cannot be undone.'

/** Counts as "1 event", "2,418 events" or "more than 10,000 events". */
export function countOf(count: number, one: string): string {
  return count > MOST_COUNTED ? `more than ${formatNumber(MOST_COUNTED)} ${one}s` : formatCount(count, one)
}

/** Lists as "a", "a and b" or "a, b and c". */
export function listOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
