import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface PasskeyRow {
  /** The credential's id, Base64url. */
  id: string
  accountId: number
  name: string
  /** COSE, Base64url. */
  publicKey: string
  signCount: number
  transports: string[]
  createdAt: number
  lastUsedAt: number | null
}

/** Oldest first. */
export async function listPasskeys(db: Kysely<Database>, accountId: number): Promise<PasskeyRow[]> {
  const rows = await selectPasskeys(db).where('account_id', '=', accountId).orderBy('created_at').execute()
  return rows.map(parseTransports)
}

export async function findPasskey(db: Kysely<Database>, id: string): Promise<PasskeyRow | undefined> {
  const row = await selectPasskeys(db).where('id', '=', id).executeTakeFirst()
  return row && parseTransports(row)
}

function selectPasskeys(db: Kysely<Database>) {
  return db
    .selectFrom('passkey')
    .select([
      'id',
      'account_id as accountId',
      'name',
      'public_key as publicKey',
      'sign_count as signCount',
      'transports',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
}

function parseTransports<Row extends { transports: string }>(row: Row): Row & { transports: string[] } {
  return { ...row, transports: JSON.parse(row.transports) as string[] } // written below
}

/** False if some account has this credential. */
export async function insertPasskey(
  trx: Transaction<Database>,
  passkey: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  const row = await trx
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      name: passkey.name,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: JSON.stringify(passkey.transports),
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use. False if the passkey was removed, or its counter has changed since `before`. */
export async function notePasskeyUse(
  trx: Transaction<Database>,
  use: { id: string; before: number; signCount: number; now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('passkey')
    .set({ sign_count: use.signCount, last_used_at: use.now })
    .where('id', '=', use.id)
    .where('sign_count', '=', use.before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function renamePasskey(
  trx: Transaction<Database>,
  { id, accountId, name }: { id: string; accountId: number; name: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes one passkey of an account, or all of them. Returns their names. */
export async function deletePasskeys(
  trx: Transaction<Database>,
  { accountId, id }: { accountId: number; id?: string },
): Promise<string[]> {
  const all = trx.deleteFrom('passkey').where('account_id', '=', accountId)
  const rows = await (id === undefined ? all : all.where('id', '=', id)).returning('name').execute()
  return rows.map(({ name }) => name)
}
