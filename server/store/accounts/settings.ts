import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export async function findSetting(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function saveSetting(trx: Transaction<Database>, key: string, value: string): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute()
}
