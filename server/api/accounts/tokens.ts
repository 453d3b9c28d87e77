import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { formatTime } from '#server/api/time.ts'
import { parseScopes } from '#server/models/accounts/scopes.ts'
import type { TokenRow } from '#server/store/accounts/tokens.ts'

/** https://github.com/getsentry/sentry/blob/master/src/sentry/api/endpoints/api_tokens.py; a secret is never in it. */
function formatToken({ id, name, scope, createdAt, expiresAt, lastUsedAt, owner, projects }: TokenRow) {
  return {
    id: String(id),
    name,
    scopes: parseScopes(scope) ?? [],
    dateCreated: formatTime(createdAt),
    expiresAt: expiresAt === null ? null : formatTime(expiresAt),
    dateLastUsed: lastUsedAt === null ? null : formatTime(lastUsedAt),
    application: null,
    state: null,
    // Sentry's have no such members.
    owner,
    projects,
  }
}

/** Says who asks, as `sentry-cli info` shows it. The organization's token has no user. */
export async function getAuthentication({ bearer }: ApiRequest): Promise<Answer> {
  const { account, scopes } = bearer
  const user = account && { id: String(account.id), email: account.email, username: account.email }
  return answer({ version: '0', auth: { scopes: [...scopes] }, user })
}

/** A token that may not read members sees only itself. */
export async function listApiTokens({ access, bearer }: ApiRequest): Promise<Answer> {
  const tokens = await access.listTokens()
  const seesAll = bearer.scopes.has('member:read')
  return answer(tokens.filter(({ id }) => seesAll || id === bearer.id).map(formatToken))
}

/** Sentry's older clients name the token in the body. */
export const revokeBody = v.object({ tokenId: v.union([v.string(), v.number()], 'it is not an id') })

/** Any token may revoke itself, so that a finder of a leaked one can make it worthless. */
export async function revokeApiToken({ access, bearer, params, body }: ApiRequest): Promise<Answer> {
  const read =
    params.tokenId === undefined ? parseBody(revokeBody, body) : { given: { tokenId: params.tokenId } }
  if ('refusal' in read) return refuse(400, `Cannot revoke the token: ${read.refusal}`)
  const given = read.given.tokenId
  const id = given === 'self' ? bearer.id : Number(given)
  if (!bearer.scopes.has('member:admin') && id !== bearer.id) {
    return refuse(403, 'Cannot revoke the token: a token without "member:admin" can revoke only itself')
  }
  const revoked = Number.isSafeInteger(id) ? await access.revokeToken(id) : undefined
  if (!revoked) return refuse(404, 'Cannot revoke the token: there is no such token')
  return { status: 204, headers: {}, body: undefined }
}
