import type { DigestMate } from '#server/models/events.ts'

/**
 * Finds which of the events with the same digest belong to the same visit as one of them, the nearest first: the cause of
 * an echo, or the echoes of a cause. `mates` are in the order of arrival, and include the event.
 */
export function findCounterparts(rowId: number, relatedEvents: readonly DigestMate[]): number[] {
  const event = relatedEvents.find((mate) => mate.rowId === rowId)
  if (event === undefined) return []
  const causes = relatedEvents.filter(({ tellsOfServer }) => tellsOfServer)
  if (!event.tellsOfServer) {
    const cause = causeOf(event, causes)
    return cause === undefined ? [] : [cause.rowId]
  }
  return relatedEvents
    .filter((mate) => !mate.tellsOfServer && causeOf(mate, causes) === event)
    .map((mate) => mate.rowId)
    .sort((a, b) => Math.abs(a - rowId) - Math.abs(b - rowId))
}

/**
 * Finds the cause with the echo's trace; without one, the last before the echo, since the server reports before the
 * browser has anything to show; else the next one, in case the echo was faster. Equal code in two projects, staging and
 * production, has equal digests: another project's cause counts only when the echo's own project has none.
 */
function causeOf(echo: DigestMate, causes: readonly DigestMate[]): DigestMate | undefined {
  const inTrace = echo.traceId === null ? undefined : causes.find(({ traceId }) => traceId === echo.traceId)
  if (inTrace) return inTrace
  const own = causes.filter(({ projectId }) => projectId === echo.projectId)
  const likely = own.length > 0 ? own : causes
  return likely.findLast(({ rowId }) => rowId < echo.rowId) ?? likely[0]
}
