import { parseDigest } from '../../../telemetry/digest.ts'
import { limits } from '../../ingest/limits.ts'
import type { NormalizedEvent } from '../event.ts'
import { isObject, type JsonObject } from './untrusted.ts'

type Carriers = Pick<NormalizedEvent, 'contexts' | 'extra' | 'tags' | 'exception' | 'breadcrumbs'> & {
  message?: string | undefined
}

/** Names that mean the code on an error screen, and nothing else. */
const DIGEST_NAMES = ['digest', 'error.digest', 'errorDigest', 'error_digest']
/** SvelteKit's, Nuxt's and Remix's own hooks make an id for the visitor; the same names hold ids of other kinds. */
const ID_NAMES = ['errorId', 'error_id', 'error.id']
/** As loggers and React print them: `Digest: 329735291`, `digest: '329735291@E394'`. */
const IN_TEXT =
  /\bdigest['"]?\s{0,4}[:=]\s{0,4}['"]?(\d{5,10}(?:@E\d{1,5})?|[0-9A-Z]{6}-[0-9A-Z]{6})(?![\w-])/gi
/** What Next.js adds to its number: an error of its own that has a name. */
const NEXT_ERROR_CODE = /@E\d{1,5}$/

/** What carries codes lies on top, or one level below: `contexts.react.errorInfo`, `extra.error`. */
const MOST_OBJECTS = 200
const TEXT_CHARS = 2_000
/** Where the code is said by whoever caught the error, close to its end. */
const LATEST_CRUMBS = 20

/**
 * The codes that a visitor may have seen. Ours stands in `contexts.error`; a framework's stands wherever its SDK puts
 * an error's own properties, or in what was written to the console.
 */
export function findDigests(carriers: Carriers): string[] {
  const digests = new Set<string>()
  for (const object of carryingObjects(carriers)) {
    for (const name of DIGEST_NAMES) addDigest(digests, object[name])
    for (const name of ID_NAMES) if (isOccurrenceId(object[name])) addDigest(digests, object[name])
  }
  for (const text of carryingTexts(carriers)) {
    for (const [, code] of text.slice(0, TEXT_CHARS).matchAll(IN_TEXT)) addDigest(digests, code)
  }
  return [...digests].slice(0, limits.digestsPerEvent)
}

function carryingObjects({ contexts, extra, tags, exception, breadcrumbs }: Carriers): JsonObject[] {
  const top = [
    ...Object.values(contexts),
    extra,
    Object.fromEntries(tags),
    ...exception.values.map(({ mechanism }) => mechanism?.data),
    ...breadcrumbs.values.slice(-LATEST_CRUMBS).map(({ data }) => data),
  ].filter(isObject)
  const below = top.flatMap((object) => Object.values(object).flatMap(membersOf)).filter(isObject)
  return [...top, ...below].slice(0, MOST_OBJECTS)
}

/** Arguments of the console stand in lists. */
function membersOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 10) : [value]
}

function carryingTexts({ message, exception, breadcrumbs }: Carriers): string[] {
  const texts = [
    message,
    ...exception.values.map(({ value }) => value),
    ...breadcrumbs.values.slice(-LATEST_CRUMBS).map((crumb) => crumb.message),
  ]
  return texts.filter((text) => text !== undefined)
}

/**
 * An id that was made for one failure is a UUID or random letters and digits. A number, or a word like `E_TIMEOUT`,
 * names a kind of error or a row of somebody's table, and would lead to whatever failed there last.
 */
function isOccurrenceId(code: unknown): boolean {
  return typeof code === 'string' && /^[\w-]{12,}$/.test(code) && /\d/.test(code) && /[a-z]/i.test(code)
}

/** Ours in its one form; what is none of ours exactly as it was sent, and Next.js's without its error code too. */
function addDigest(digests: Set<string>, code: unknown): void {
  if (typeof code !== 'string' && typeof code !== 'number') return
  const text = String(code).trim()
  if (text === '' || text.length > limits.digestChars) return
  const ours = parseDigest(text)
  if (ours?.kind === 'whole') {
    digests.add(ours.digest)
    return
  }
  digests.add(text)
  digests.add(text.replace(NEXT_ERROR_CODE, ''))
}
