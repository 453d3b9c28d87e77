import { ways as say } from '#renderer/texts/issues/event.ts'
import type { EventPlace } from '#server/models/events.ts'

/** Each side is counted up to this. */
const MOST_COUNTED = 1_000

/** `4 of 712 events`, counted from the first. `eventCount` also counts events that are no longer stored. */
export function placeText({ older, newer }: EventPlace, eventCount: number): string {
  const count = older + newer + 1
  if (older >= MOST_COUNTED || newer >= MOST_COUNTED) return say.many(Math.floor(count / 1_000) * 1_000)
  return say.place(older + 1, count, count >= eventCount)
}
