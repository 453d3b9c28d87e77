import type { Kysely, Transaction } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import { deleteBrowsers } from '#server/store/notifications/push-browsers.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { AccountRow } from './accounts.ts'
import { lacksFactor } from './factors/factor-rows.ts'

export interface NewSession {
  tokenHash: string
  accountId: number
  createdAt: number
  expiresAt: number
  ip: string
  userAgent: string | undefined
}

export async function insertSession(trx: Transaction<Database>, session: NewSession): Promise<void> {
  await addSession(trx, { ...session, userAgent: session.userAgent ?? null })
}

const addSession = prepareQuery((db, session: Omit<NewSession, 'userAgent'> & { userAgent: string | null }) =>
  db.insertInto('session').values({
    token_hash: session.tokenHash,
    account_id: session.accountId,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    ip: session.ip,
    user_agent: session.userAgent,
  }),
)

/** An account, and when one of its sessions was used. */
interface UsedSession {
  account: AccountRow
  /** The last use that is noted, or else the start. */
  usedAt: number
}

export async function findAccountBySession(
  db: Kysely<Database>,
  tokenHash: string,
  now: number,
): Promise<UsedSession | undefined> {
  const [row] = await selectAccount(db, { tokenHash, now })
  if (row === undefined) return undefined
  const { createdAt, lastUsedAt, needsFactor, ...known } = row
  const account: AccountRow = needsFactor === 1 ? { ...known, needsFactor: true } : known
  return { account, usedAt: lastUsedAt ?? createdAt }
}

const selectAccount = prepareQuery((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'account.id',
      'account.email',
      'account.role',
      'session.created_at as createdAt',
      'session.last_used_at as lastUsedAt',
    ])
    .select(lacksFactor().as('needsFactor'))
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('account.disabled_at', 'is', null),
)

/** Notes a use, unless one after `notSince` is noted: several processes may want to. */
export async function noteSessionUse(
  trx: Transaction<Database>,
  { tokenHash, now, notSince }: { tokenHash: string; now: number; notSince: number },
): Promise<void> {
  await trx
    .updateTable('session')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', notSince)]))
    .execute()
}

export async function deleteSession(trx: Transaction<Database>, tokenHash: string): Promise<void> {
  await deleteBrowsers(trx, { session: tokenHash })
  await trx.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(trx: Transaction<Database>, now: number): Promise<void> {
  await deleteExpired(trx, { now })
}

const deleteExpired = prepareQuery((db, { now }: { now: number }) =>
  db.deleteFrom('session').where('expires_at', '<=', now),
)

export interface SessionRow {
  /** The start of the cookie's hash: it names a session to people, and opens nothing. */
  id: string
  accountId: number
  email: string
  createdAt: number
  expiresAt: number
  ip: string | null
  userAgent: string | null
  /** Exact to five minutes; null where it was not used since it began. */
  lastUsedAt: number | null
}

const ID_CHARACTERS = 16

/** What lists call a session: the start of the cookie's hash. */
export function idOfSession(tokenHash: string): string {
  return tokenHash.slice(0, ID_CHARACTERS)
}

/** Newest first; of all accounts, or of one. */
export async function listSessions(
  db: Kysely<Database>,
  { accountId, now }: { accountId?: number | undefined; now: number },
): Promise<SessionRow[]> {
  const all = db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([
      'session.token_hash as tokenHash',
      'account.id as accountId',
      'account.email',
      'session.created_at as createdAt',
      'session.expires_at as expiresAt',
      'session.ip',
      'session.user_agent as userAgent',
      'session.last_used_at as lastUsedAt',
    ])
    .where('session.expires_at', '>', now)
    .orderBy('session.created_at', 'desc')
  const rows = await (accountId === undefined ? all : all.where('account.id', '=', accountId)).execute()
  return rows.map(({ tokenHash, ...row }) => ({ id: idOfSession(tokenHash), ...row }))
}

/** Deletes a session by the id that lists show. Returns whose it was; undefined where there is none of this account. */
export async function deleteSessionById(
  trx: Transaction<Database>,
  { id, accountId }: { id: string; accountId?: number | undefined },
): Promise<string | undefined> {
  if (!/^[0-9a-f]{16}$/.test(id)) return undefined
  const ofAny = trx.deleteFrom('session').where('token_hash', '>=', id).where('token_hash', '<', `${id}g`) // "g" comes after every hex digit
  const ofOne = accountId === undefined ? ofAny : ofAny.where('account_id', '=', accountId)
  const deleted = await ofOne.returning(['account_id', 'token_hash']).executeTakeFirst()
  if (deleted === undefined) return undefined
  await deleteBrowsers(trx, { session: deleted.token_hash })
  const { email } = await trx
    .selectFrom('account')
    .select('email')
    .where('id', '=', deleted.account_id)
    .executeTakeFirstOrThrow()
  return email
}

/** Gives how many there were. */
export async function deleteSessionsOf(trx: Transaction<Database>, accountId: number): Promise<number> {
  await deleteBrowsers(trx, { accountId })
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
