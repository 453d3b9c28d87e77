import { parseDigest } from '../../telemetry/digest.ts'
import { readId, readShortId } from './keys.ts'
import { parseSearch } from './parse-search.ts'

export type SearchTarget =
  | { kind: 'event'; id: string }
  | { kind: 'short-id'; projectSlug: string; number: number; text: string }
  | { kind: 'digest'; text: string }

/** What a search may name that is one word: whether it is there, and not a mere word, the store knows. */
export function readTarget(query: string): SearchTarget | undefined {
  const parsed = parseSearch(query)
  if ('fault' in parsed) return undefined
  const { expression } = parsed
  if (expression.kind !== 'text' || expression.isNegated || expression.isPhrase) return undefined
  const { text } = expression
  const id = readId(text)
  if (id !== undefined) return { kind: 'event', id }
  const shortId = readShortId(text)
  if (shortId) return { kind: 'short-id', ...shortId, text }
  return parseDigest(text) || isForeignDigest(text) ? { kind: 'digest', text } : undefined
}

/** Next.js's are numbers; a word without a digit in it is a word. */
function isForeignDigest(text: string): boolean {
  return /^[\w.@-]{6,200}$/.test(text) && /\d/.test(text)
}
