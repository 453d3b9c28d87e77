import { ways as say } from '#renderer/texts/issues/event.ts'
import type { EventPlace } from '#server/models/events.ts'

/** Each side is counted up to this. */
const MOST_COUNTED = 1_000

interface PlaceText {
  /** `4 of 712`, counted from the first. */
  place: string
  /** What is counted; there is no room for it on a phone. */
  noun: string
}

/** The place of an event in its issue. `eventCount` also counts events that are no longer stored. */
export function placeText({ older, newer }: EventPlace, eventCount: number): PlaceText {
  const count = older + newer + 1
  if (older >= MOST_COUNTED || newer >= MOST_COUNTED)
    return { place: say.many(Math.floor(count / 1_000) * 1_000), noun: say.storedNoun }
  return { place: say.place(older + 1, count), noun: count >= eventCount ? say.noun : say.storedNoun }
}
