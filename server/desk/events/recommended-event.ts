import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import { listEventCompleteness } from '#server/store/events/neighbours.ts'

/** An older event is not recommended, however much it shows. */
const RECENT_EVENTS = 50

/**
 * Finds the recent event of an issue with the most to see; null when none is stored. The page of an issue asks twice: for
 * the event, and whether the one that it shows is that one.
 */
export const findRecommendedEventId = rememberPerStore(
  async ({ db }, issueId: number): Promise<string | null> =>
    richestOf(await listEventCompleteness(db, issueId, RECENT_EVENTS)),
)

type Completeness = Awaited<ReturnType<typeof listEventCompleteness>>[number]

/**
 * Chooses the newest of the events that score best: a stored trace counts most, then a user, the issue's newest
 * release, and size. It does not depend on the event that is shown, so that an issue has one recommended event.
 */
function richestOf(newestFirst: readonly Completeness[]): string | null {
  const release = newestFirst.find((event) => event.release !== null)?.release
  const mostBytes = Math.max(1, ...newestFirst.map(({ payloadBytes }) => payloadBytes))
  const score = (event: Completeness) =>
    (event.hasSpans ? 4 : 0) +
    (event.userLabel === null ? 0 : 3) +
    (event.release !== null && event.release === release ? 2 : 0) +
    Math.round((2 * event.payloadBytes) / mostBytes)
  let best: Completeness | undefined
  for (const event of newestFirst) if (best === undefined || score(event) > score(best)) best = event
  return best?.eventId ?? null
}
