import type { Role } from './roles.ts'

/** What a token may do, as Sentry names it; those of MCP are ours. */
export const TOKEN_SCOPES = [
  'org:read',
  'project:read',
  'project:write',
  'project:releases',
  'project:admin',
  'event:read',
  'event:write',
  'event:admin',
  'member:read',
  'member:admin',
  'alerts:read',
  'alerts:write',
  'mcp:read',
  'mcp:act',
] as const

export type TokenScope = (typeof TOKEN_SCOPES)[number]

/**
 * Some include others: https://docs.sentry.io/api/permissions/
 * `project:admin` does not include `project:releases` there either, so that each is granted by its name.
 */
const INCLUDED: Partial<Record<TokenScope, readonly TokenScope[]>> = {
  'project:write': ['project:read'],
  'project:admin': ['project:write', 'project:read'],
  'event:write': ['event:read'],
  'event:admin': ['event:write', 'event:read'],
  'member:admin': ['member:read'],
  'alerts:write': ['alerts:read'],
  'mcp:act': ['mcp:read'],
}

/** @internal */
export const READ_SCOPES: readonly TokenScope[] = ['org:read', 'project:read', 'event:read']
export const RELEASE_SCOPES: readonly TokenScope[] = ['project:releases']
/**
 * All that the API has. Scopes of MCP are granted by their names only.
 * @internal
 */
export const WRITE_SCOPES: readonly TokenScope[] = TOKEN_SCOPES.filter((scope) => !scope.startsWith('mcp:'))

/** The three scopes that tokens had first. They are stored in tokens, and commands take them for short. */
const SHORT: ReadonlyMap<string, readonly TokenScope[]> = new Map([
  ['read', READ_SCOPES],
  ['write', WRITE_SCOPES],
  ['releases', RELEASE_SCOPES],
])

export function isTokenScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text)
}

/** Reads `project:releases,org:read`, or one of the short names; gives undefined for anything else. */
export function parseScopes(text: string): readonly TokenScope[] | undefined {
  const short = SHORT.get(text)
  if (short) return short
  const named = text.split(',').map((name) => name.trim())
  const scopes = TOKEN_SCOPES.filter((scope) => named.includes(scope))
  return named.every(isTokenScope) && scopes.length > 0 ? scopes : undefined
}

/** The scopes, and those that they include. */
export function withIncluded(scopes: readonly TokenScope[]): ReadonlySet<TokenScope> {
  return new Set(scopes.flatMap((scope) => [scope, ...(INCLUDED[scope] ?? [])]))
}

const VIEWER: readonly TokenScope[] = ['org:read', 'project:read', 'event:read', 'alerts:read', 'mcp:read']
const MEMBER: readonly TokenScope[] = [
  ...VIEWER,
  ...(['event:write', 'event:admin', 'project:releases', 'alerts:write', 'mcp:act'] as const),
]

/** The most that a token of an account with this role may do. */
export function scopesOfRole(role: Role): readonly TokenScope[] {
  switch (role) {
    case 'viewer':
      return VIEWER
    case 'member':
      return MEMBER
    case 'admin':
    case 'owner':
      return TOKEN_SCOPES
  }
}
