import type { Kysely, Transaction } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewAccount {
  email: string
  passwordHash: string
  role: Role
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

export async function findCredentials(db: Kysely<Database>, email: string): Promise<Credentials | undefined> {
  const [credentials] = await selectCredentials(db, { email })
  return credentials
}

const selectCredentials = prepareQuery((db, { email }: { email: string }) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash as passwordHash', 'disabled_at as disabledAt'])
    .where('email', '=', email),
)

export interface AccountById extends Credentials {
  email: string
  createdAt: number
}

export function findAccountById(db: Kysely<Database>, id: number): Promise<AccountById | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'created_at as createdAt'])
    .select(['password_hash as passwordHash', 'disabled_at as disabledAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Who is signed in. */
export interface AccountRow {
  id: number
  email: string
  role: Role
  /** It has to set up a second factor before it may do anything else. */
  needsFactor?: true
}

const SETUP_TOKENS = 'setup_token_hash'

/** A hash, and when its token was issued. */
type IssuedHash = [hash: string, issuedAt: number]

/** Adds a token, and forgets those that were issued before a time. */
export async function addSetupTokenHash(
  trx: Transaction<Database>,
  { tokenHash, issuedAt, since }: { tokenHash: string; issuedAt: number; since: number },
): Promise<void> {
  const issued: IssuedHash[] = [...(await listSetupTokens(trx)), [tokenHash, issuedAt]]
  const value = issued
    .filter(([, at]) => at >= since)
    .map((each) => each.join(' '))
    .join('\n')
  await trx
    .insertInto('setting')
    .values({ key: SETUP_TOKENS, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute()
}

export async function isSetupTokenHash(db: Kysely<Database>, tokenHash: string): Promise<boolean> {
  return (await listSetupTokens(db)).some(([hash]) => hash === tokenHash)
}

async function listSetupTokens(db: Kysely<Database>): Promise<IssuedHash[]> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', SETUP_TOKENS)
    .executeTakeFirst()
  const lines = row?.value.split('\n') ?? []
  return lines.map((line) => {
    const [hash = '', issuedAt = '0'] = line.split(' ') // earlier versions stored a hash alone
    return [hash, Number(issuedAt)]
  })
}

export async function deleteSetupTokenHash(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('setting').where('key', '=', SETUP_TOKENS).execute()
}
