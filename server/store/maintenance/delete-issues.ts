import { type Kysely, sql, type Transaction } from 'kysely'
import type { EditableIssue } from '#server/store/issues/changes/edits.ts'
import { listMoving } from '#server/store/issues/changes/moves.ts'
import { deleteParts } from '#server/store/issues/changes/parts.ts'
import { stopRecounts } from '#server/store/issues/changes/recounts.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { tablesWith } from '#server/store/schema/tables.ts'

/** Events in one look at the time: each has rows in six tables. */
const EVENTS_AT_ONCE = 16

const BY_EVENT_ROW = tablesWith({ withEvent: 'by row' })
const BY_EVENT_ID = tablesWith({ withEvent: 'by id' })
const WITH_BLOCKS = tablesWith({ hasBlock: true })

/**
 * From now on nobody sees the issues, and new events with their keys make new issues. What they hold is deleted
 * afterwards, by slices.
 */
export async function markDeleted(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  now: number,
): Promise<void> {
  if (issues.length === 0) return
  const ids = issues.map(({ id }) => id)
  const moving = await listMoving(trx, ids)
  if (moving.length > 0) await trx.deleteFrom('issue_move').where('issue_id', 'in', moving).execute()
  for (const [projectId, own] of Map.groupBy(issues, (issue) => issue.projectId)) {
    await stopRecounts(
      trx,
      projectId,
      own.map(({ id }) => id),
    )
  }
  await trx.deleteFrom('issue_grouping').where('issue_id', 'in', ids).execute()
  await trx.deleteFrom('issue_redirect').where('issue_id', 'in', ids).execute()
  await trx
    .updateTable('issue')
    .set({
      deleted_at: now,
      status: 'deleted',
      status_until: null,
      grouping_key: sql<string>`'deleted:' || id`, // its key may be another issue's from now on
    })
    .where('id', 'in', ids)
    .execute()
}

export function findDeleted(db: Pick<Kysely<Database>, 'selectFrom'>) {
  return (
    db
      .selectFrom('issue')
      .select(['id', 'project_id as projectId'])
      .where('deleted_at', 'is not', null)
      // one that was merged keeps its row until its events have gone
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('issue_move').select('issue_id').whereRef('issue_move.issue_id', '=', 'issue.id'),
          ),
        ),
      )
      .orderBy('deleted_at')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Deletes of what is marked until the time is up; true while there is more. Files go with the retention's sweep. */
export async function deleteSlice(trx: Transaction<Database>, hasTime: () => boolean): Promise<boolean> {
  const issue = await findDeleted(trx)
  if (issue === undefined) return false
  do {
    if (await deleteEvents(trx, issue)) continue
    await deleteParts(trx, issue.projectId, [issue.id])
    await trx.deleteFrom('issue').where('id', '=', issue.id).execute()
    break
  } while (hasTime())
  return (await findDeleted(trx)) !== undefined
}

/** False when there was none left. */
async function deleteEvents(
  trx: Transaction<Database>,
  { id: issueId, projectId }: { id: number; projectId: number },
): Promise<boolean> {
  const events = await trx
    .selectFrom('event')
    .select(['id', 'event_id as eventId', 'block_id as blockId'])
    .where('issue_id', '=', issueId)
    .limit(EVENTS_AT_ONCE)
    .execute()
  if (events.length === 0) return false
  const ids = events.map(({ id }) => id)
  const eventIds = events.map(({ eventId }) => eventId)
  for (const table of BY_EVENT_ROW) {
    await trx.deleteFrom(table).where('event_row_id', 'in', ids).execute()
  }
  for (const table of BY_EVENT_ID) {
    await trx
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('event_id', 'in', eventIds)
      .execute()
  }
  await trx.deleteFrom('event').where('id', 'in', ids).execute()
  await deleteEmptied(trx, [...new Set(events.map(({ blockId }) => blockId))])
  return true
}

/** A block goes when nothing lies in it any more, of whatever kind. */
async function deleteEmptied(trx: Transaction<Database>, blockIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('payload_block')
    .where('id', 'in', blockIds)
    .where(({ not, exists, selectFrom, and }) =>
      and(
        WITH_BLOCKS.map((table) =>
          not(exists(selectFrom(table).select('id').whereRef('block_id', '=', 'payload_block.id'))),
        ),
      ),
    )
    .execute()
}
