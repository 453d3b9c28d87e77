import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Whom a provider means: a subject is unique only among those of its issuer. */
export interface IdentityKey {
  issuer: string
  subject: string
}

/** An account's link to a provider. `createdAt` in milliseconds. */
interface LinkedIdentity extends IdentityKey {
  createdAt: number
}

export async function findIdentity(
  db: Kysely<Database>,
  { issuer, subject }: IdentityKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

export function listIdentities(db: Kysely<Database>, accountId: number): Promise<LinkedIdentity[]> {
  return db
    .selectFrom('account_identity')
    .select(['issuer', 'subject', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('subject')
    .execute()
}

/** The accounts that are linked to a provider. */
export async function listLinkedAccounts(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('account_identity').select('account_id').distinct().execute()
  return rows.map((row) => row.account_id)
}

/** False if the identity is linked already, or the account has another one of this issuer. */
export async function insertIdentity(
  trx: Transaction<Database>,
  { accountId, issuer, subject, now }: IdentityKey & { accountId: number; now: number },
): Promise<boolean> {
  const others = await listIdentities(trx, accountId)
  if (others.some((each) => each.issuer === issuer)) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account_identity')
    .values({ issuer, subject, account_id: accountId, created_at: now })
    .onConflict((oc) => oc.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes the links of an account, or the one to an issuer, and returns how many there were. */
export async function deleteIdentities(
  trx: Transaction<Database>,
  accountId: number,
  issuer?: string,
): Promise<number> {
  const all = trx.deleteFrom('account_identity').where('account_id', '=', accountId)
  const named = issuer === undefined ? all : all.where('issuer', '=', issuer)
  const { numDeletedRows } = await named.executeTakeFirst()
  return Number(numDeletedRows)
}
