import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findToken, insertToken, noteTokenUse, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

const TOKEN_SCOPES = ['read', 'write', 'releases'] as const

/** `write` includes both others; `releases` may only upload source maps, and create releases and deploys. */
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

/**
 * The form that Sentry's tools read the server's address from, so that the token is all they are told:
 * https://github.com/getsentry/rfcs/blob/main/text/0091-ci-upload-tokens.md
 */
const ORGANIZATION_PREFIX = 'sntrys_'

function addressedToken(publicUrl: string, secret: string, now: number): string {
  // The tools split at underscores, and take only the secret's 32 bytes in Base64 without padding.
  const plainSecret = Buffer.from(secret, 'base64url').toString('base64').replaceAll('=', '')
  const claims = { iat: now / 1000, url: publicUrl, region_url: publicUrl, org: 'desk' }
  return `${ORGANIZATION_PREFIX}${Buffer.from(JSON.stringify(claims)).toString('base64')}_${plainSecret}`
}

interface GivenToken {
  name: string
  scope: TokenScope
  now: number
  random: Random
  /** Whom the audit log names. */
  by: Actor
  /** Null if the token never expires. */
  expiresAt?: number | null
  /** The server's address, which a token for uploads carries. */
  publicUrl?: string | undefined
}

/** Returns the token, which can't be read again: only its hash is stored. */
export async function createToken(
  trx: Transaction<Database>,
  { name, scope, now, random, by, expiresAt = null, publicUrl }: GivenToken,
): Promise<{ id: number; token: string }> {
  const secret = newSecret(random)
  const token = publicUrl === undefined ? PREFIX + secret : addressedToken(publicUrl, secret, now)
  const row = { name, scope, tokenHash: hashSecret(token), createdAt: now, expiresAt }
  const id = await insertToken(trx, row)
  await recordAudit(trx, { ...by, at: now, action: 'token.add', target: name, details: { id, scope } })
  return { id, token }
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
  const token = /^Bearer +(\S{1,1000}) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined || ![PREFIX, ORGANIZATION_PREFIX].some((prefix) => token.startsWith(prefix)))
    return undefined
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
