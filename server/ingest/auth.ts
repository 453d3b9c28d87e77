import type { Kysely } from 'kysely'
import { parseDsn } from '#server/protocol/dsn.ts'
import { limits } from '#server/protocol/limits.ts'
import { findActiveKey, type ProjectKey } from '#server/store/projects/project-keys.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { createRecentCache } from './limits/recent-cache.ts'
import { pagesRefusal } from './pages-key.ts'

/** The keys that a request names outside of its body. */
export function listRequestKeys(query: Record<string, unknown>, headers: Record<string, unknown>): string[] {
  return [query.sentry_key, keyOfHeader(headers['x-sentry-auth']), keyOfHeader(headers.authorization)]
    .flat() // The parameter was given twice.
    .filter((key) => typeof key === 'string')
}

/** `Sentry sentry_version=7, sentry_key=…`: order and separators vary. */
function keyOfHeader(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  return /^\s*sentry\s(?:.*[\s,])?sentry_key\s*=\s*"?([^\s,"]+)/i.exec(header)?.[1]
}

export type KeyFinder = (publicKey: string) => Promise<ProjectKey | undefined>

/** Unknown keys are remembered too. */
export function createKeyFinder(db: Kysely<Database>, clock: () => number): KeyFinder {
  const find = createRecentCache(limits.cachedKeys, limits.keyCacheMs, (key: string) =>
    findActiveKey(db, key),
  )
  return (publicKey) => find(publicKey, clock())
}

/** `of` is the key of a refused request, if it is known. */
export type Authentication = { key: ProjectKey } | { refusal: string; of?: ProjectKey }

/** The sender's project and headers, beside its keys. */
export interface Sender {
  /** The project in the path. */
  project: string
  headers: Record<string, unknown>
  /** Only envelopes come from pages of the desk. */
  isEnvelope: boolean
}

/** All keys that are present must agree, and be a key of the project that the path names. */
export async function authenticate(
  keys: string[],
  { project, headers, isEnvelope }: Sender,
  { findKey, publicUrl }: { findKey: KeyFinder; publicUrl: string },
): Promise<Authentication> {
  const [publicKey, ...others] = new Set(keys)
  if (publicKey === undefined) return { refusal: 'it has no key in sentry_key, X-Sentry-Auth or dsn' }
  if (others.length > 0) return { refusal: 'it has several different keys' }
  const key = await findKey(publicKey)
  if (!key) return { refusal: 'its key is unknown or disabled' }
  if (String(key.projectId) !== project) return { refusal: 'its key belongs to another project' }
  const refusal = pagesRefusal(key, isEnvelope ? headers : {}, publicUrl)
  if (refusal !== undefined) return { refusal, of: key }
  return isOriginAllowed(key, headers) ? { key } : { refusal: 'its key does not allow this origin', of: key }
}

/**
 * The origin is compared as a whole: `https://shop.example.evil` begins with an allowed one. A request that names no
 * page does not come from a browser and is accepted, as Sentry does: it could name any page.
 */
export function isOriginAllowed(
  { allowedOrigins }: Pick<ProjectKey, 'allowedOrigins'>,
  { origin, referer }: Record<string, unknown>,
): boolean {
  if (allowedOrigins === null) return true
  if (typeof origin === 'string') return allowedOrigins.includes(origin)
  if (typeof referer !== 'string') return true
  return allowedOrigins.includes(URL.parse(referer)?.origin ?? '')
}

/** The envelope's own dsn must name the same project and the same key; most SDKs leave it out. */
export function keysWithDsn(keys: string[], project: string, dsn: unknown): string[] | { refusal: string } {
  if (dsn === undefined || dsn === null) return keys
  const parsed = typeof dsn === 'string' ? parseDsn(dsn) : undefined
  if (!parsed) return { refusal: 'the dsn in its header is invalid' }
  if (parsed.projectId !== project) return { refusal: 'the dsn in its header names another project' }
  return [...keys, parsed.publicKey]
}
