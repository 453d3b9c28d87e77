import type { Transaction } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { findToken, insertToken, noteTokenUse, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

const TOKEN_SCOPES = ['read', 'write'] as const

/** `write` includes `read`. */
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export function parseTokenScope(text: string): TokenScope | undefined {
  return TOKEN_SCOPES.find((scope) => scope === text)
}

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS, y: 365 * DAY_MS }
const LONGEST_MS = 10 * UNIT_MS.y

/** Reads `90d` as milliseconds; undefined for other text, for zero and for more than ten years. */
export function parseLifetime(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([hdwy])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const ms = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS] // one of the expression's four letters
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined
}

/** The prefix tells readers and scanners for leaked secrets what it is. */
const PREFIX = 'ct_'

interface GivenToken {
  name: string
  scope: TokenScope
  now: number
  random: Random
  /** Null if the token never expires. */
  expiresAt?: number | null
}

/** Returns the token, which can't be read again: only its hash is stored. */
export async function createToken(
  trx: Transaction<Database>,
  { name, scope, now, random, expiresAt = null }: GivenToken,
): Promise<{ id: number; token: string }> {
  const token = PREFIX + newSecret(random)
  const row = { name, scope, tokenHash: hashSecret(token), createdAt: now, expiresAt }
  return { id: await insertToken(trx, row), token }
}

export interface Bearer {
  id: number
  name: string
  scope: TokenScope
}

/** Finds the token in an `Authorization` header: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export async function findBearer(
  store: Store,
  authorization: string | undefined,
  now: number,
): Promise<Bearer | undefined> {
  const token = /^Bearer +(\S{1,200}) *$/i.exec(authorization ?? '')?.[1]
  if (!token?.startsWith(PREFIX)) return undefined
  const row = await findToken(store.db, hashSecret(token), now)
  const scope = parseTokenScope(row?.scope ?? '')
  if (!row || !scope) return undefined
  noteUse(store, row, now)
  return { id: row.id, name: row.name, scope }
}

const NOTE_EVERY_MS = MINUTE_MS

/** One use a minute is noted, so that reading costs no writing. */
function noteUse(store: Store, { id, lastUsedAt }: TokenRow, now: number): void {
  if (lastUsedAt !== null && now >= lastUsedAt && now - lastUsedAt < NOTE_EVERY_MS) return
  // The request does not wait for it. If nothing can be written, the token still reads and the next use is noted
  // instead.
  store.write((trx) => noteTokenUse(trx, id, now)).catch(() => undefined)
}
