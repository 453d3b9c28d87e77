import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export interface NewToken {
  name: string
  tokenHash: string
  scope: string
  createdAt: number
}

export async function insertToken(trx: Transaction<Database>, token: NewToken): Promise<number> {
  const { id } = await trx
    .insertInto('token')
    .values({
      name: token.name,
      token_hash: token.tokenHash,
      scope: token.scope,
      created_at: token.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findToken(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<{ id: number; name: string; scope: string } | undefined> {
  return db
    .selectFrom('token')
    .select(['id', 'name', 'scope'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}
