import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatTime } from '#server/api/time.ts'
import type { TokenRow } from '#server/store/accounts/tokens.ts'

/** https://github.com/getsentry/sentry/blob/master/src/sentry/api/endpoints/api_tokens.py; a secret is never in it. */
function formatToken({ id, name, scope, createdAt, expiresAt, lastUsedAt }: TokenRow) {
  return {
    id: String(id),
    name,
    scopes: scope === 'write' ? ['read', 'write'] : [scope],
    dateCreated: formatTime(createdAt),
    expiresAt: expiresAt === null ? null : formatTime(expiresAt),
    dateLastUsed: lastUsedAt === null ? null : formatTime(lastUsedAt),
    application: null,
    state: null,
  }
}

/** A read-only token sees only itself. */
export async function listApiTokens({ access, bearer }: ApiRequest): Promise<Answer> {
  const tokens = await access.listTokens()
  return answer(tokens.filter(({ id }) => bearer.scope === 'write' || id === bearer.id).map(formatToken))
}

/** Any token may revoke itself, so that a finder of a leaked one can make it worthless. */
export async function revokeApiToken({ access, bearer, params, body }: ApiRequest): Promise<Answer> {
  const given = params.tokenId ?? tokenIdOf(body)
  const id = given === 'self' ? bearer.id : Number(given)
  if (bearer.scope !== 'write' && id !== bearer.id) {
    return refuse(403, 'Cannot revoke the token: a read-only token can revoke only itself')
  }
  const revoked = Number.isSafeInteger(id) ? await access.revokeToken(id) : undefined
  if (!revoked) return refuse(404, 'Cannot revoke the token: there is no such token')
  return { status: 204, headers: {}, body: undefined }
}

/** Sentry's older clients name the token in the body. */
function tokenIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('tokenId' in body)) return undefined
  return typeof body.tokenId === 'string' || typeof body.tokenId === 'number'
    ? String(body.tokenId)
    : undefined
}
