import type { Expression } from './expression.ts'
import { parseId, parseShortId } from './ids.ts'
import { parseSearch } from './parse-search.ts'
import { parseTypedDigests } from './typed-digests.ts'

export type SearchTarget =
  | { kind: 'event'; id: string }
  | { kind: 'short-id'; projectSlug: string; number: number; digests: string[] }
  | { kind: 'digests'; digests: string[] }

/** What a search may name and nothing else: whether it is there, and not a mere word, the store knows. */
export function parseTarget(query: string): SearchTarget | undefined {
  const parsed = parseSearch(query)
  // a sentence with half a pair of quotes in it is no search, and was pasted for its digest
  const expression = 'error' in parsed ? undefined : parsed.expression
  if (expression && !isPlain(expression)) return undefined
  const digests = parseTypedDigests(query)
  if (expression?.kind === 'text') {
    const id = parseId(expression.text)
    if (id !== undefined) return { kind: 'event', id }
    const shortId = parseShortId(expression.text)
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
