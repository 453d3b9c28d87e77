import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewAccount {
  email: string
  passwordHash: string
  role: 'owner' | 'member'
  createdAt: number
}

/** Undefined when the email is taken. */
export async function insertAccount(
  trx: Transaction<Database>,
  account: NewAccount,
): Promise<number | undefined> {
  const row = await trx
    .insertInto('account')
    .values({
      email: account.email,
      password_hash: account.passwordHash,
      role: account.role,
      created_at: account.createdAt,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function hasAccounts(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export interface Credentials {
  id: number
  passwordHash: string
  disabledAt: number | null
}

export function findCredentials(db: Kysely<Database>, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash', 'disabled_at as disabledAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Whether the account may still be signed in to with the password that was checked. */
export async function isStillRight(
  db: Kysely<Database>,
  { id, passwordHash }: Pick<Credentials, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Who is signed in. */
export interface AccountRow {
  id: number
  email: string
  role: string
}

const SETUP_TOKEN = 'setup_token_hash'

/** Replaces the token before it: only the last one counts. */
export async function putSetupTokenHash(trx: Transaction<Database>, tokenHash: string): Promise<void> {
  await trx
    .insertInto('setting')
    .values({ key: SETUP_TOKEN, value: tokenHash })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: tokenHash }))
    .execute()
}

export async function isSetupTokenHash(db: Kysely<Database>, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('key')
    .where('key', '=', SETUP_TOKEN)
    .where('value', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSetupTokenHash(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('setting').where('key', '=', SETUP_TOKEN).execute()
}
