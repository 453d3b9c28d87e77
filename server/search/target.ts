import type { Expression } from './expression.ts'
import { readId, readShortId } from './ids.ts'
import { parseSearch } from './parse-search.ts'
import { readTypedDigests } from './typed-digests.ts'

export type SearchTarget =
  | { kind: 'event'; id: string }
  | { kind: 'short-id'; projectSlug: string; number: number; digests: string[] }
  | { kind: 'digests'; digests: string[] }

/** What a search may name and nothing else: whether it is there, and not a mere word, the store knows. */
export function readTarget(query: string): SearchTarget | undefined {
  const parsed = parseSearch(query)
  // a sentence with half a pair of quotes in it is no search, and was pasted for its digest
  const expression = 'fault' in parsed ? undefined : parsed.expression
  if (expression && !isPlain(expression)) return undefined
  const digests = readTypedDigests(query)
  if (expression?.kind === 'text') {
    const id = readId(expression.text)
    if (id !== undefined) return { kind: 'event', id }
    const shortId = readShortId(expression.text)
    if (shortId) return { kind: 'short-id', ...shortId, digests }
  }
  return digests.length === 0 ? undefined : { kind: 'digests', digests }
}

/** Words alone, as they are typed or pasted; who quotes, excludes or filters means what the search says. */
function isPlain(expression: Expression): boolean {
  if (expression.isNegated) return false
  if (expression.kind === 'text') return !expression.isPhrase
  if (expression.kind === 'filter') return expression.key.toLowerCase() === 'digest' && !expression.isTag
  return expression.of.every((part) => isPlain(part) || (part.kind === 'text' && !part.isNegated))
}
