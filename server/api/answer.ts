import type { Access } from '#server/accounts/access.ts'
import type { Bearer } from '#server/accounts/tokens.ts'
import type { Assembler } from '#server/artifacts/assembler.ts'
import type { Chunks } from '#server/artifacts/chunks.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import type { Permalinks } from './permalinks.ts'
import { ORGANIZATION } from './projects/answer.ts'

/** The store of uploaded chunks, and the thread that makes source maps of them. */
export interface Uploads {
  chunks: Chunks
  space: SourceMapSpace
  assembler: Assembler
}

/** The part of a request that a handler gets once its bearer is known. */
export interface ApiRequest {
  desk: Desk
  access: Access
  /** The token that the request was sent with. */
  bearer: Bearer
  /** Whether it sees all projects: it is bound to none, and so is its owner. */
  seesAll: boolean
  params: Record<string, string>
  query: Record<string, unknown>
  /** The JSON body of a change. */
  body: unknown
  url: URL
  permalinks: Permalinks
  /** What takes source maps; undefined where none are taken. */
  uploads: Uploads | undefined
  userAgent: string | null
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

/** Sentry's clients look for the sentence in `detail`. */
export function refuse(status: number, detail: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { detail } }
}

/** There is one organization; addresses without one mean it. */
export function isOurOrganization({ organization = ORGANIZATION.slug }: Record<string, string>): boolean {
  return organization === ORGANIZATION.slug
}
