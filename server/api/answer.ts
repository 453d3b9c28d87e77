import type { Access } from '#server/accounts/access.ts'
import type { Bearer } from '#server/accounts/tokens.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Permalinks } from './permalinks.ts'
import { ORGANIZATION } from './projects/answer.ts'

/** What a handler gets of a request whose bearer is known. */
export interface ApiRequest {
  desk: Desk
  access: Access
  /** Whose token it is. */
  bearer: Bearer
  params: Record<string, string>
  query: Record<string, unknown>
  /** As JSON, for changes. */
  body: unknown
  url: URL
  permalinks: Permalinks
  now: number
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: unknown
}

export function answer(body: unknown, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers, body }
}

/** `detail` is where Sentry's clients look for the sentence. */
export function refuse(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { detail } }
}

/** There is one organization; addresses without one mean it. */
export function isOurOrganization({ organization = ORGANIZATION.slug }: Record<string, string>): boolean {
  return organization === ORGANIZATION.slug
}
