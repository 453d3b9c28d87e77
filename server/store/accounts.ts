import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

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

export function findCredentials(
  db: Kysely<Database>,
  email: string,
): Promise<{ id: number; passwordHash: string } | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export interface NewSession {
  tokenHash: string
  accountId: number
  createdAt: number
  expiresAt: number
}

export async function insertSession(trx: Transaction<Database>, session: NewSession): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

export interface AccountRow {
  id: number
  email: string
  role: string
}

export function findAccountBySession(
  db: Kysely<Database>,
  tokenHash: string,
  now: number,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.email', 'account.role'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteSession(trx: Transaction<Database>, tokenHash: string): Promise<void> {
  await trx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(trx: Transaction<Database>, now: number): Promise<void> {
  await trx.deleteFrom('session').where('expires_at', '<=', now).execute()
}

const SETUP_TOKEN = 'setup_token_hash'

/** Only the last one counts. */
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
