import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { isEcho } from '#server/processing/grouping/echo.ts'
import {
  explainEcho,
  explainGrouping,
  type GroupingExplanation,
  groupingOf,
} from '#server/processing/grouping/grouping.ts'
import { causeKeyOf } from '#server/store/events/echo-causes.ts'
import { findEventGrouping } from '#server/store/events/events.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An issue that is older than version 2 has events of version 1. */
const VERSIONS = [2, 1] as const

/**
 * Explains why a stored event is in its issue. The payload is enough for most events; echoes are grouped by their causes,
 * events with source maps by their sources, if the maps were there when the events came, and some events by an older version.
 */
export async function explainStored(
  db: Kysely<Database>,
  rowId: number,
  { payload, mapped }: { payload: NormalizedEvent; mapped: NormalizedEvent },
): Promise<GroupingExplanation> {
  const isByPayload = !isEcho(payload) && mapped === payload && groupingOf(payload).formerKey === undefined
  const grouping = isByPayload ? undefined : await findEventGrouping(db, rowId)
  const causeKey = grouping && causeKeyOf(grouping.key)
  if (grouping && causeKey !== undefined) return explainEcho(grouping, causeKey)
  if (grouping === undefined) return explainGrouping(payload)
  const explained = [mapped, payload].flatMap((event) => VERSIONS.map((one) => explainGrouping(event, one)))
  return explained.find(({ key }) => key === grouping.key) ?? explainGrouping(payload)
}
