import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'

export interface NewToken {
  name: string
  tokenHash: string
  scope: string
  createdAt: number
  /** Null for never. */
  expiresAt: number | null
}

export async function insertToken(trx: Transaction<Database>, token: NewToken): Promise<number> {
  const { id } = await trx
    .insertInto('token')
    .values({
      name: token.name,
      token_hash: token.tokenHash,
      scope: token.scope,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** But for its hash. */
export interface TokenRow {
  id: number
  name: string
  scope: string
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

function selectTokens(db: Kysely<Database>) {
  return db
    .selectFrom('token')
    .select([
      'id',
      'name',
      'scope',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
}

/** One that has expired is none. */
export function findToken(
  db: Kysely<Database>,
  tokenHash: string,
  now: number,
): Promise<TokenRow | undefined> {
  return selectTokens(db)
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** Those that have expired too: they say why a script stopped. */
export function listTokens(db: Kysely<Database>): Promise<TokenRow[]> {
  return selectTokens(db).orderBy('id').execute()
}

function findTokenById(db: Kysely<Database>, id: number): Promise<TokenRow | undefined> {
  return selectTokens(db).where('id', '=', id).executeTakeFirst()
}

/** Gives what it was. */
export async function deleteToken(trx: Transaction<Database>, id: number): Promise<TokenRow | undefined> {
  const token = await findTokenById(trx, id)
  await trx.deleteFrom('token').where('id', '=', id).execute()
  return token
}

export async function noteTokenUse(trx: Transaction<Database>, id: number, now: number): Promise<void> {
  await trx.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** For whoever has the file and no store: of a database of our own schema. */
export function countTokens(databaseFile: string): { all: number; endless: number } {
  const connection = openConnection(databaseFile, { readOnly: true })
  try {
    const row = connection.prepare('select count(*) as "all", count(expires_at) as ending from token').get()
    const all = Number(row?.all)
    return { all, endless: all - Number(row?.ending) }
  } finally {
    connection.close()
  }
}
