import type { Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** The issues of trackers stay linked, to what their issue is part of now. */
export async function moveLinks(
  trx: Transaction<Database>,
  { from, to }: { from: readonly number[]; to: number },
): Promise<void> {
  const links = await trx
    .selectFrom('tracker_link')
    .select(['id', 'tracker_id as trackerId', 'number'])
    .where('issue_id', 'in', [to, ...from])
    .orderBy(({ ref }) => ref('id'))
    .execute()
  for (const same of Map.groupBy(links, ({ trackerId, number }) => `${trackerId} ${number}`).values()) {
    const [{ id } = { id: 0 }, ...others] = same
    for (const other of others) await trx.deleteFrom('tracker_link').where('id', '=', other.id).execute()
    await trx.updateTable('tracker_link').set({ issue_id: to }).where('id', '=', id).execute()
  }
}
