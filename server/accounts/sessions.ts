import type { Transaction } from 'kysely'
import {
  deleteExpiredSessions,
  deleteSession,
  findAccountBySession,
  insertSession,
} from '#server/store/accounts/account-sessions.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import { rememberReads } from '#server/store/engine/cached-reads.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

export const SESSION_COOKIE = 'crumbtrail_session'
export const SESSION_MAX_AGE_SECONDS = 30 * 24 * 60 * 60

/**
 * Options for @fastify/cookie. They say `Lax`, not `Strict`: a reader who follows a link to an issue in a mail must be
 * signed in.
 */
export function sessionCookieOptions({ publicUrl }: { publicUrl: string }) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const // the cookie library wants the literal, not a string
}

interface SessionStart {
  accountId: number
  now: number
  random: Random
  ip: string
  userAgent: string | undefined
}

const LONGEST_USER_AGENT = 200

/** Returns the cookie's value, which is not stored. */
export async function createSession(
  trx: Transaction<Database>,
  { accountId, now, random, ip, userAgent }: SessionStart,
): Promise<string> {
  await deleteExpiredSessions(trx, now)
  const value = newSecret(random)
  await insertSession(trx, {
    tokenHash: hashSecret(value),
    accountId,
    createdAt: now,
    expiresAt: now + SESSION_MAX_AGE_SECONDS * 1000,
    ip,
    // The user agent is printed in terminals, so control codes must not pass.
    userAgent: userAgent?.replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_USER_AGENT),
  })
  return value
}

export type FindViewer = (cookie: string | undefined) => Promise<AccountRow | undefined>

/**
 * Finds the account of a session's cookie. Ending a session takes effect at once; a session may outlive its time by a
 * second.
 */
export function createViewerFinder(store: Store, clock: () => number): FindViewer {
  const find = rememberReads(store, clock, (tokenHash: string) =>
    findAccountBySession(store.db, tokenHash, clock()),
  )
  return async (cookie) => (cookie ? find(hashSecret(cookie)) : undefined)
}

export async function endSession(trx: Transaction<Database>, cookie: string | undefined): Promise<void> {
  if (cookie) await deleteSession(trx, hashSecret(cookie))
}
