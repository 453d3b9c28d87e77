import { createAccess } from '#server/accounts/access.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import { createToken, parseLifetime } from '#server/accounts/tokens.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { isTokenScope, parseScopes, scopesOfRole, type TokenScope } from '#server/models/accounts/scopes.ts'
import type { GivenToken, ListedToken } from '#server/models/accounts/tokens.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { findTokenRow, listTokens, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'

export interface DeskTokens {
  /** Lists the viewer's own tokens, oldest first, and the organization's for those who may make them. */
  list(): Promise<{ own: ListedToken[]; organization: ListedToken[] | null }>
  /** The scopes that the viewer may give a token. */
  listScopes(): readonly TokenScope[]
  /** Returns the token, which cannot be read again. */
  create(given: GivenToken): Promise<{ name: string; token: string } | Refusal>
  /** Revokes one of those that `list()` shows, and returns its name. */
  revoke(id: number): Promise<{ name: string } | Refusal>
}

interface TokensOptions {
  store: Store
  viewer: { id: number; role: Role } | undefined
  by: Actor
  clock: () => number
  publicUrl: string
}

const LONGEST_NAME = 80

export function createDeskTokens({ store, viewer, by, clock, publicUrl }: TokensOptions): DeskTokens {
  const isAdmin = viewer !== undefined && mayActAs(viewer.role, 'admin')
  const allowed = viewer === undefined ? [] : scopesOfRole(viewer.role)

  /** Whoever may change members with a token without an owner could make themselves an owner. */
  function mayGive(scope: string, isOfOrganization: boolean): scope is TokenScope {
    if (!isTokenScope(scope) || !allowed.includes(scope)) return false
    return scope !== 'member:admin' || !isOfOrganization || viewer?.role === 'owner'
  }

  return {
    async list() {
      const own = viewer === undefined ? [] : await listTokens(store.db, { accountId: viewer.id })
      const organization = isAdmin ? await listTokens(store.db, { accountId: null }) : null
      return { own: own.map(toListed), organization: organization?.map(toListed) ?? null }
    },
    listScopes: () => allowed,
    async create({ name: given, isOfOrganization, scopes, projects: slugs, lifetime }) {
      const name = given.trim()
      if (viewer === undefined || viewer.id === 0) return refuse('you are not signed in')
      if (name === '' || name.length > LONGEST_NAME)
        return refuse(`its name must have 1 to ${LONGEST_NAME} characters`, 'name')
      if (isOfOrganization && !isAdmin) return refuse('only admins create tokens of the organization')
      const granted = scopes.filter((scope) => mayGive(scope, isOfOrganization))
      if (granted.length === 0) return refuse('choose at least one scope', 'scopes')
      if (granted.length < scopes.length) return refuse('a scope is more than you may give', 'scopes')
      const projectIds = await findProjects(store, slugs)
      if ('refusal' in projectIds) return projectIds
      const now = clock()
      const lifetimeMs = lifetime === 'never' ? null : parseLifetime(lifetime)
      if (lifetimeMs === undefined) return refuse('choose when it expires', 'lifetime')
      const { token } = await store.write((trx) =>
        createToken(trx, {
          name,
          scopes: granted,
          now,
          random: systemRandom,
          by,
          accountId: isOfOrganization ? null : viewer.id,
          projectIds: projectIds.ids,
          expiresAt: lifetimeMs === null ? null : now + lifetimeMs,
          publicUrl,
        }),
      )
      return { name, token }
    },
    async revoke(id) {
      const token = Number.isSafeInteger(id) ? await findTokenRow(store.db, id) : undefined
      const isShown = token && (token.accountId === null ? isAdmin : token.accountId === viewer?.id)
      const revoked = isShown ? await createAccess(store, clock, by).revokeToken(id) : undefined
      return revoked ?? { refusal: 'Cannot revoke the token: it no longer exists' }
    },
  }
}

function refuse(message: string, field?: string): Refusal {
  return { refusal: `Cannot create the token: ${message}`, ...(field === undefined ? {} : { field }) }
}

async function findProjects(
  { db }: Store,
  slugs: readonly string[],
): Promise<{ ids: number[] | null } | Refusal> {
  if (slugs.length === 0) return { ids: null }
  const found = await Promise.all(slugs.map((slug) => findProjectRow(db, slug)))
  const missing = slugs.find((_, index) => found[index] === undefined)
  if (missing !== undefined) return refuse(`there is no project "${missing}"`, 'projects')
  return { ids: found.flatMap((project) => (project ? [project.id] : [])) }
}

function toListed(row: TokenRow): ListedToken {
  const { id, name, scope, projects, createdAt, createdBy, expiresAt, lastUsedAt } = row
  return { id, name, scopes: parseScopes(scope) ?? [], projects, createdAt, createdBy, expiresAt, lastUsedAt }
}
