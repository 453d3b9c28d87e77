import type { TokenScope } from '#server/models/accounts/scopes.ts'
import type { Answer, ApiRequest } from './answer.ts'

export type Handler = (request: ApiRequest) => Promise<Answer>

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** The scopes of which a token needs one. `any token` is for what a token asks about itself. */
type NeededScope = TokenScope | readonly [TokenScope, ...TokenScope[]] | 'any token'

/** The scope is the one that Sentry's API names for the same call, so a route without one is a type error. */
export type ApiRoute = [method: Method, path: string, needs: NeededScope, handler: Handler]

/** What the description of the API needs of a route. */
export type DescribedRoute = [method: Method, path: string, needs: NeededScope, ...unknown[]]

/** Reading releases: https://docs.sentry.io/api/releases/list-an-organizations-releases/ */
export const READS_RELEASES = ['project:read', 'project:releases'] as const satisfies NeededScope
/** Changing them, and uploads: https://docs.sentry.io/api/releases/create-a-new-release-for-an-organization/ */
export const WRITES_RELEASES = ['project:releases', 'project:write'] as const satisfies NeededScope

/** Says what a token lacks, `"project:releases" or "project:write"`; undefined where it lacks nothing. */
export function missingScope(scopes: ReadonlySet<TokenScope>, needed: NeededScope): string | undefined {
  if (needed === 'any token') return undefined
  const any = typeof needed === 'string' ? [needed] : needed
  return any.some((scope) => scopes.has(scope)) ? undefined : any.map((scope) => `"${scope}"`).join(' or ')
}
