/**
 * The first time after `now` at which a check is due: once in each of its intervals, `phaseMs` after their start, so that
 * checks of one interval are spread over it. All in milliseconds.
 */
export function nextSlot(now: number, { everyMs, phaseMs }: { everyMs: number; phaseMs: number }): number {
  const phase = phaseMs % everyMs
  return (Math.floor((now - phase) / everyMs) + 1) * everyMs + phase
}
