import type { Kysely } from 'kysely'
import { isEcho } from './processing/echo.ts'
import type { NormalizedEvent } from './processing/event.ts'
import { explainEcho, explainGrouping, type GroupingExplanation } from './processing/grouping/grouping.ts'
import { causeKeyOf } from './store/echo-causes.ts'
import { findEventGrouping } from './store/events.ts'
import type { Database } from './store/schema.ts'

/** Why a stored event is in its issue. All but echoes say so themselves. */
export async function explainStored(
  db: Kysely<Database>,
  rowId: number,
  payload: NormalizedEvent,
): Promise<GroupingExplanation> {
  const grouping = isEcho(payload) ? await findEventGrouping(db, rowId) : undefined
  const causeKey = grouping && causeKeyOf(grouping.key)
  return grouping && causeKey !== undefined ? explainEcho(grouping, causeKey) : explainGrouping(payload)
}
