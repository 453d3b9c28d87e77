import type { Transaction } from 'kysely'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findStackEvent } from '#server/store/sourcemaps/due-stacks.ts'
import type { IssuesBefore } from './snapshot.ts'

/** One event of each is read. */
const MOST_KEYS = 100

/**
 * A merged issue may have got keys since because its events had a former key, which leads back to another issue now: they go
 * with it, as the event of each key says.
 */
export async function withRenewedKeys(
  trx: Transaction<Database>,
  before: IssuesBefore,
): Promise<IssuesBefore> {
  const homes = new Map(before.groupings.map(({ id, issueId }) => [id, issueId]))
  const keys = await trx
    .selectFrom('issue_grouping')
    .select(['id', 'project_id as projectId', 'grouping_key as key'])
    .where('issue_id', '=', before.issueId)
    .where('grouping_version', '=', 2)
    .orderBy('id', 'desc')
    .limit(MOST_KEYS)
    .execute()
  const renewed: IssuesBefore['groupings'] = []
  for (const { id, projectId, key } of keys) {
    if (homes.has(id)) continue
    const place = await findStackEvent(trx, { eventRowId: 0, groupingId: id })
    const event = place && (await findPayload(trx, place))
    const grouping = event && groupingOf(event)
    if (grouping?.formerKey === undefined || grouping.key !== key) continue
    const former = await trx
      .selectFrom('issue_grouping')
      .select('id')
      .where('project_id', '=', projectId)
      .where('grouping_version', '=', 1)
      .where('grouping_key', '=', grouping.formerKey)
      .executeTakeFirst()
    const issueId = homes.get(former?.id ?? 0)
    if (issueId !== undefined) renewed.push({ id, issueId })
  }
  return renewed.length === 0 ? before : { ...before, groupings: [...before.groupings, ...renewed] }
}
