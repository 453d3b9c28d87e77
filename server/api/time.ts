/** Null for a time outside the calendar: a client's clock must not fail the answer. */
export function formatTime(ms: number): string | null {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
