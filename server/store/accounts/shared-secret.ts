import type { Store } from '#server/store/engine/store.ts'

/** Returns a secret that all processes of a database have, by its name. The first one that asks creates it. */
export async function readSharedSecret(store: Store, name: string, create: () => string): Promise<string> {
  const key = `secret_${name}`
  return store.write(async (trx) => {
    await trx
      .insertInto('setting')
      .values({ key, value: create() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const { value } = await trx
      .selectFrom('setting')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return value
  })
}
