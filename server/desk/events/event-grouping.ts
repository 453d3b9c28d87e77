import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import {
  explainEcho,
  explainGrouping,
  type GroupingExplanation,
  groupingOf,
} from '#server/processing/grouping/grouping.ts'
import { listScriptFrames } from '#server/processing/source-maps/script-frames.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import { findEventGrouping } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An issue that is older than version 2 has events of version 1. */
const VERSIONS = [2, 1] as const

/**
 * Finds the grouping that a stored event got, where its payload is not enough to explain it: echoes are grouped by their
 * causes, events with source maps by their sources, if the maps were there when the events came, and some events by an older
 * version.
 */
export async function findStoredGrouping(
  db: Kysely<Database>,
  rowId: number,
  payload: NormalizedEvent,
): Promise<StoredGrouping | undefined> {
  const isByPayload =
    !isEcho(payload) &&
    listScriptFrames(payload, 1).length === 0 &&
    groupingOf(payload).formerKey === undefined
  return isByPayload ? undefined : findEventGrouping(db, rowId)
}

type StoredGrouping = NonNullable<Awaited<ReturnType<typeof findEventGrouping>>>

/** Explains why a stored event is in its issue. */
export function explainStored(
  { payload, mapped }: { payload: NormalizedEvent; mapped: NormalizedEvent },
  grouping: StoredGrouping | undefined,
): GroupingExplanation {
  const causeKey = grouping && causeKeyOf(grouping.key)
  if (grouping && causeKey !== undefined) return explainEcho(grouping, causeKey)
  if (grouping === undefined) return explainGrouping(payload)
  const explained = [mapped, payload].flatMap((event) => VERSIONS.map((one) => explainGrouping(event, one)))
  return explained.find(({ key }) => key === grouping.key) ?? explainGrouping(payload)
}
