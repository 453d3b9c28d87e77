import type { Kysely, Transaction } from 'kysely'
import type { Build } from '#server/processing/source-maps/builds.ts'
import { findSetting, saveSetting } from '#server/store/accounts/settings.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The last grouping key that was looked at; `done` once all were. */
const NOTED_UNTIL = 'earlier_stacks_noted_until'
const DONE = 'done'

/** A grouping key that says of no build that it waits for its maps. */
export interface UnnotedGrouping {
  id: number
  projectId: number
}

/** Where the walk over the grouping keys is; undefined once it is done. */
export async function findNotedUntil(db: Kysely<Database>): Promise<number | undefined> {
  const value = await findSetting(db, NOTED_UNTIL)
  return value === DONE ? undefined : Number(value ?? 0)
}

export async function listUnnotedGroupings(
  db: Kysely<Database>,
  after: number,
  limit: number,
): Promise<UnnotedGrouping[]> {
  return db
    .selectFrom('issue_grouping')
    .select(['id', 'project_id as projectId'])
    .where('id', '>', after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('waiting_stack')
            .select('waiting_stack.build')
            .whereRef('waiting_stack.grouping_id', '=', 'issue_grouping.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Notes the builds of a key as if the desk had known of maps when its events came; `until` undefined ends the walk. */
export async function noteEarlier(
  trx: Transaction<Database>,
  stacks: readonly (UnnotedGrouping & { build: Build; isUploaded: boolean })[],
  { until, now }: { until: number | undefined; now: number },
): Promise<void> {
  if (stacks.length > 0)
    await trx
      .insertInto('waiting_stack')
      .values(
        stacks.map(({ id, projectId, build, isUploaded }) => ({
          ...{ project_id: projectId, build, grouping_id: id, event_row_id: 0 },
          ...{ state: isUploaded ? 'due' : 'waiting', created_at: now },
        })),
      )
      .onConflict((conflict) => conflict.columns(['project_id', 'build', 'grouping_id']).doNothing())
      .execute()
  await saveSetting(trx, NOTED_UNTIL, until === undefined ? DONE : String(until))
}
