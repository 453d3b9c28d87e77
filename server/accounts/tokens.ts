import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import { parseScopes, scopesOfRole, type TokenScope, withIncluded } from '#server/models/accounts/scopes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findToken, insertToken, noteTokenUse } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

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
  scopes: readonly TokenScope[]
  now: number
  random: Random
  /** Whom the audit log names, and who is said to have made it. */
  by: Actor
  /** Whose it is; null for the organization's. */
  accountId?: number | null
  /** The projects that it is bound to; null for all that its owner sees. */
  projectIds?: readonly number[] | null
  /** Null if the token never expires. */
  expiresAt?: number | null
  /** The server's address. A token that may upload carries it, for Sentry's tools. */
  publicUrl?: string | undefined
}

/** Returns the token, which can't be read again: only its hash is stored. */
export async function createToken(
  trx: Transaction<Database>,
  {
    name,
    scopes,
    now,
    random,
    by,
    accountId = null,
    projectIds = null,
    expiresAt = null,
    publicUrl,
  }: GivenToken,
): Promise<{ id: number; token: string }> {
  const secret = newSecret(random)
  const isAddressed = publicUrl !== undefined && scopes.includes('project:releases')
  const token = isAddressed ? addressedToken(publicUrl, secret, now) : PREFIX + secret
  const id = await insertToken(trx, {
    name,
    scope: scopes.join(','),
    tokenHash: hashSecret(token),
    createdAt: now,
    createdBy: by.accountId,
    accountId,
    projectIds,
    expiresAt,
  })
  const details = { id, scopes, isPersonal: accountId !== null, expiresAt }
  await recordAudit(trx, { ...by, at: now, action: 'token.add', target: name, details })
  return { id, token }
}

/** Who asks with a token. */
export interface Bearer {
  id: number
  name: string
  /** What it may do: of its own scopes, those that its owner's role has, with all that they include. */
  scopes: ReadonlySet<TokenScope>
  /** Whose it is; null for the organization's. */
  account: AccountRow | null
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
  const scopes = parseScopes(row?.scope ?? '')
  if (!row || !scopes) return undefined
  noteUse(store, row, now)
  const { id, name, account } = row
  return { id, name, account, scopes: scopesWithin(scopes, account) }
}

/** A role may have changed since the token was made. */
function scopesWithin(scopes: readonly TokenScope[], account: AccountRow | null): ReadonlySet<TokenScope> {
  if (account === null) return withIncluded(scopes)
  const allowed = scopesOfRole(account.role)
  return new Set([...withIncluded(scopes)].filter((scope) => allowed.includes(scope)))
}

/** Names a bearer in the audit log. */
export function bearerActor({ name, account }: Bearer, ip: string): Actor {
  const token = `token "${name}"`
  return { accountId: account?.id ?? null, actor: account ? `${account.email}, ${token}` : token, ip }
}

const NOTE_EVERY_MS = MINUTE_MS

/** One use a minute is noted, so that reading costs no writing. */
function noteUse(
  store: Store,
  { id, lastUsedAt }: { id: number; lastUsedAt: number | null },
  now: number,
): void {
  if (lastUsedAt !== null && now >= lastUsedAt && now - lastUsedAt < NOTE_EVERY_MS) return
  // The request does not wait for it. If nothing can be written, the token still reads and the next use is noted
  // instead.
  store.write((trx) => noteTokenUse(trx, id, now)).catch(() => undefined)
}
