import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import {
  explainEcho,
  explainGrouping,
  type GroupingExplanation,
} from '#server/processing/grouping/grouping.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import { findEventGrouping } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Explains why a stored event is in its issue. The payload is enough for all events but echoes. */
export async function explainStored(
  db: Kysely<Database>,
  rowId: number,
  payload: NormalizedEvent,
): Promise<GroupingExplanation> {
  const grouping = isEcho(payload) ? await findEventGrouping(db, rowId) : undefined
  const causeKey = grouping && causeKeyOf(grouping.key)
  return grouping && causeKey !== undefined ? explainEcho(grouping, causeKey) : explainGrouping(payload)
}
