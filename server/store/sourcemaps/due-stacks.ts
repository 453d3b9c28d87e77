import type { Kysely, Transaction } from 'kysely'
import type { Grouping } from '#server/processing/grouping/grouping.ts'
import type { Build } from '#server/processing/source-maps/builds.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A grouping key whose events came before the source maps of a build, which are here now. */
export interface DueStack {
  projectId: number
  build: Build
  groupingId: number
  eventRowId: number
  version: number
  key: string
}

export function findDueStack(db: Kysely<Database>): Promise<DueStack | undefined> {
  return db
    .selectFrom('waiting_stack')
    .innerJoin('issue_grouping', 'issue_grouping.id', 'waiting_stack.grouping_id')
    .select(['waiting_stack.project_id as projectId', 'build', 'grouping_id as groupingId'])
    .select(['event_row_id as eventRowId', 'grouping_version as version', 'grouping_key as key'])
    .where('state', '=', 'due')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** The key's issue has been mapped as far as it can be; what is not `mapped` as a whole is due again with the next upload. */
export async function settleStack(
  trx: Transaction<Database>,
  { projectId, build, groupingId }: DueStack,
  state: 'mapped' | 'partly' | 'waiting' = 'mapped',
): Promise<void> {
  await trx
    .updateTable('waiting_stack')
    .set({ state })
    .where('project_id', '=', projectId)
    .where('build', '=', build)
    .where('grouping_id', '=', groupingId)
    .execute()
}

/** So many of the issue's latest events are looked at, where the one that was noted is deleted. */
const LOOKED_AT = 500

/** Finds where an event with the key lies: the one that was noted with it, else a later one of its issue. */
export async function findStackEvent(
  db: Kysely<Database>,
  { eventRowId, groupingId }: Pick<DueStack, 'eventRowId' | 'groupingId'>,
) {
  const noted = await db
    .selectFrom('event')
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .where('id', '=', eventRowId)
    .where('grouping_id', '=', groupingId)
    .executeTakeFirst()
  if (noted) return noted
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('event')
        .select(['grouping_id', 'block_id as blockId', 'block_offset as blockOffset'])
        .select('block_length as blockLength')
        .where('issue_id', '=', (of) =>
          of.selectFrom('issue_grouping').select('issue_id').where('id', '=', groupingId),
        )
        .orderBy('received_at', 'desc')
        .limit(LOOKED_AT)
        .as('recent'),
    )
    .select(['blockId', 'blockOffset', 'blockLength'])
    .where('grouping_id', '=', groupingId)
    .limit(1)
    .executeTakeFirst()
}

/** The issue that a key leads to, by either version, or the one that version 1 would have chosen. */
export async function findIssueOfKey(
  trx: Transaction<Database>,
  projectId: number,
  { key, formerKey }: Grouping,
): Promise<number | undefined> {
  const find = (sought: string, versions: number[]) =>
    trx
      .selectFrom('issue_grouping')
      .select('issue_id as issueId')
      .where('project_id', '=', projectId)
      .where('grouping_version', 'in', versions)
      .where('grouping_key', '=', sought)
      .orderBy('grouping_version', 'desc')
      .executeTakeFirst()
  const row = (await find(key, [1, 2])) ?? (formerKey === undefined ? undefined : await find(formerKey, [1]))
  return row?.issueId
}

export async function addKey(
  trx: Transaction<Database>,
  projectId: number,
  { version, key }: Grouping,
  issueId: number,
): Promise<void> {
  await trx
    .insertInto('issue_grouping')
    .values({ project_id: projectId, grouping_version: version, grouping_key: key, issue_id: issueId })
    // An event may just have made it. Then the engine repeats the transaction, which finds it.
    .onConflict((oc) => oc.columns(['project_id', 'grouping_version', 'grouping_key']).doNothing())
    .execute()
}
