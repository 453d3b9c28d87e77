import type { NormalizedEvent } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseDigest } from '#telemetry/errors/digest.ts'
import { isObject, type JsonObject } from './untrusted.ts'

type Carriers = Pick<NormalizedEvent, 'contexts' | 'extra' | 'tags' | 'exception' | 'breadcrumbs'> & {
  message?: string | undefined
}

/** Names that mean the code on an error screen, and nothing else. */
const DIGEST_NAMES = new Set(['digest', 'error.digest', 'errorDigest', 'error_digest'])
/** SvelteKit's, Nuxt's and Remix's own hooks make an id for the visitor; the same names hold ids of other kinds. */
const ID_NAMES = new Set(['errorId', 'error_id', 'error.id'])
/** The forms that loggers and React print: `Digest: 329735291`, `digest: '329735291@E394'`. */
const IN_TEXT =
  /\bdigest['"]?\s{0,4}[:=]\s{0,4}['"]?(\d{5,10}(?:@E\d{1,5})?|[0-9A-Z]{6}-[0-9A-Z]{6})(?![\w-])/gi
/** What Next.js adds to its number: an error of its own that has a name. */
const NEXT_ERROR_CODE = /@E\d{1,5}$/

/** What carries codes lies on top, or one level below: `contexts.react.errorInfo`, `extra.error`. */
const MOST_OBJECTS = 200
/** Arguments of the console stand in lists. */
const LIST_MEMBERS = 10
const TEXT_CHARS = 2_000
/** Where the code is said by whoever caught the error, close to its end. */
const LATEST_CRUMBS = 20

/**
 * The codes that a visitor may have seen. Ours stands in `contexts.error`; a framework's stands wherever its SDK puts
 * an error's own properties, or in what was written to the console.
 */
export function findDigests(carriers: Carriers): string[] {
  const digests = new Set<string>()
  const below: object[] = []
  const { contexts, extra, tags, exception, breadcrumbs } = carriers
  for (const name in contexts) addDigestsOf(contexts[name], digests, below)
  addDigestsOf(extra, digests, below)
  for (const [name, value] of tags) addNamed(name, value, digests)
  for (const { mechanism } of exception.values) addDigestsOf(mechanism?.data, digests, below)
  for (const { data } of breadcrumbs.values.slice(-LATEST_CRUMBS)) {
    if (data === undefined) continue
    // Read by name, because most events have more breadcrumbs than other data.
    addDigest(digests, data.digest)
    addDigest(digests, data['error.digest'])
    if (Array.isArray(data.arguments)) below.push(...data.arguments.slice(0, LIST_MEMBERS).filter(isObject))
  }
  for (const object of below.slice(0, MOST_OBJECTS)) addDigestsOf(object, digests)
  for (const text of carryingTexts(carriers)) {
    if (!text.includes('igest')) continue // `Digest` or `digest`: looking so costs a tenth of matching
    for (const [, code] of text.slice(0, TEXT_CHARS).matchAll(IN_TEXT)) addDigest(digests, code)
  }
  return [...digests].slice(0, limits.digestsPerEvent)
}

/** Puts what lies below into `below`, if it is asked for. One pass without lists: each event goes through this. */
function addDigestsOf(carrier: object | undefined, digests: Set<string>, below?: object[]): void {
  const object = carrier as JsonObject | undefined // whatever it is, it has members only
  for (const name in object) {
    const value = object[name]
    addNamed(name, value, digests)
    if (below === undefined || typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) below.push(...value.slice(0, LIST_MEMBERS).filter(isObject))
    else below.push(value)
  }
}

function addNamed(name: string, value: unknown, digests: Set<string>): void {
  if (DIGEST_NAMES.has(name) || (ID_NAMES.has(name) && isOccurrenceId(value))) addDigest(digests, value)
}

function carryingTexts({ message, exception, breadcrumbs }: Carriers): string[] {
  const texts = message === undefined ? [] : [message]
  for (const { value } of exception.values) if (value !== undefined) texts.push(value)
  for (const crumb of breadcrumbs.values.slice(-LATEST_CRUMBS)) {
    if (crumb.message !== undefined) texts.push(crumb.message)
  }
  return texts
}

/**
 * An id that was made for one failure is a UUID or random letters and digits. A number, or a word like `E_TIMEOUT`,
 * names a kind of error or a row of somebody's table, and would lead to whatever failed there last.
 */
function isOccurrenceId(code: unknown): boolean {
  return typeof code === 'string' && /^[\w-]{12,}$/.test(code) && /\d/.test(code) && /[a-z]/i.test(code)
}

/** Ours in its one form; what is not one of ours exactly as it was sent, and Next.js's without its error code too. */
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
