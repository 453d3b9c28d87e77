import type { Transaction } from 'kysely'
import type { Database } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { findToken, insertToken } from '../store/tokens.ts'
import { hashSecret, newSecret, type Random } from './secrets.ts'

const TOKEN_SCOPES = ['read', 'write'] as const

/** `write` includes `read`. */
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export function parseTokenScope(text: string): TokenScope | undefined {
  return TOKEN_SCOPES.find((scope) => scope === text)
}

/** Its start says what it is, to people and to scanners for leaked secrets. */
const PREFIX = 'ct_'

/** Returns the token, which can't be read again: only its hash is stored. */
export async function createToken(
  trx: Transaction<Database>,
  given: { name: string; scope: TokenScope; now: number; random: Random },
): Promise<{ id: number; token: string }> {
  const token = PREFIX + newSecret(given.random)
  const { name, scope, now } = given
  return { id: await insertToken(trx, { name, scope, tokenHash: hashSecret(token), createdAt: now }), token }
}

export interface Bearer {
  id: number
  name: string
  scope: TokenScope
}

/** Whose token stands in an `Authorization` header, if any: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export async function findBearer(
  store: Store,
  authorization: string | undefined,
): Promise<Bearer | undefined> {
  const token = /^Bearer +(\S{1,200}) *$/i.exec(authorization ?? '')?.[1]
  if (!token?.startsWith(PREFIX)) return undefined
  const row = await findToken(store.db, hashSecret(token))
  const scope = parseTokenScope(row?.scope ?? '')
  return row && scope && { id: row.id, name: row.name, scope }
}
