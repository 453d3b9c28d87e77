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

/**
 * Explains why a stored event is in its issue. The payload is enough for most events; echoes are grouped by their causes,
 * and events with source maps by their sources, if the maps were there when the events came.
 */
export async function explainStored(
  db: Kysely<Database>,
  rowId: number,
  { payload, mapped }: { payload: NormalizedEvent; mapped: NormalizedEvent },
): Promise<GroupingExplanation> {
  const grouping = isEcho(payload) || mapped !== payload ? await findEventGrouping(db, rowId) : undefined
  const causeKey = grouping && causeKeyOf(grouping.key)
  if (grouping && causeKey !== undefined) return explainEcho(grouping, causeKey)
  const bySources = explainGrouping(mapped)
  return bySources.key === grouping?.key ? bySources : explainGrouping(payload)
}
