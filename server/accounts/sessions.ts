import type { Transaction } from 'kysely'
import { MINUTE_MS } from '#server/protocol/time.ts'
import {
  deleteSession,
  findAccountBySession,
  insertSession,
  noteSessionUse,
} from '#server/store/accounts/account-sessions.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import { readVisibleProjects } from '#server/store/accounts/visible-projects.ts'
import { rememberReads } from '#server/store/engine/cached-reads.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
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

/** Who is signed in, and what they may see. */
export interface Viewer extends AccountRow {
  sees: VisibleProjects
}

export type FindViewer = (cookie: string | undefined) => Promise<Viewer | undefined>

const NOTE_EVERY_MS = 5 * MINUTE_MS

/**
 * Finds the account of a session's cookie. Ending a session takes effect at once, and so does what is changed of a role, a
 * team or a project's access; a session may outlive its time by a second. One use in five minutes is noted, so that reading costs no writing.
 */
export function createViewerFinder(store: Store, clock: () => number): FindViewer {
  const find = rememberReads(store, clock, async (tokenHash: string) => {
    const session = await findAccountBySession(store.db, tokenHash, clock())
    if (session === undefined) return undefined
    const sees = await readVisibleProjects(store.db, session.account)
    return { ...session, account: { ...session.account, sees } }
  })
  const beingNoted = new Set<string>()

  function noteUse(tokenHash: string, usedAt: number): void {
    const now = clock()
    if (now >= usedAt && now - usedAt < NOTE_EVERY_MS) return
    if (beingNoted.has(tokenHash)) return
    beingNoted.add(tokenHash)
    const notSince = now - NOTE_EVERY_MS
    // The request does not wait for it. If nothing can be written, the session is as good, and the next use is noted instead.
    store
      .write((trx) => noteSessionUse(trx, { tokenHash, now, notSince }))
      .catch(() => undefined)
      .finally(() => beingNoted.delete(tokenHash))
  }

  return async (cookie) => {
    if (!cookie) return undefined
    const tokenHash = hashSecret(cookie)
    const session = await find(tokenHash)
    if (session === undefined) return undefined
    noteUse(tokenHash, session.usedAt)
    return session.account
  }
}

export async function endSession(trx: Transaction<Database>, cookie: string | undefined): Promise<void> {
  if (cookie) await deleteSession(trx, hashSecret(cookie))
}
