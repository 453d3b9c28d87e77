import type { Expression, Group } from './expression.ts'
import type { SearchError } from './search-error.ts'
import { scanSearch, type Token } from './tokens.ts'

/**
 * A longer search is none that a person typed.
 * @internal
 */
export const LONGEST_SEARCH = 1000
const MOST_TERMS = 50
const DEEPEST = 10

/** Every text is a search or has an error: nothing is thrown. An empty one is a group of nothing. */
export function parseSearch(text: string): { expression: Expression } | { error: SearchError } {
  if (text.length > LONGEST_SEARCH) {
    const message = `has more than ${LONGEST_SEARCH} characters in all`
    return { error: { word: text.slice(0, 20), at: 0, message } }
  }
  const tokens = scanSearch(text)
  if (!Array.isArray(tokens)) return { error: tokens }
  return parseTokens(tokens)
}

function parseTokens(tokens: readonly Token[]): { expression: Expression } | { error: SearchError } {
  let index = 0
  let terms = 0
  let error: SearchError | undefined

  function parseAny(depth: number, isNegated: boolean): Expression {
    const alternatives = [parseAll(depth)]
    for (let token = tokens[index]; token?.kind === 'or' && !error; token = tokens[index]) {
      index++
      alternatives.push(parseAll(depth))
      if (alternatives.slice(-2).some(isNothing)) {
        error ??= { word: 'OR', at: token.at, message: 'needs a term on both sides' }
      }
    }
    return group('any', alternatives, isNegated)
  }

  function parseAll(depth: number): Expression {
    const parts: Expression[] = []
    for (; !error; index++) {
      const token = tokens[index]
      if (token === undefined || token.kind === 'or' || token.kind === 'close') break
      if (token.kind === 'open') parts.push(parseGroup(token, depth + 1))
      else parts.push(token.term)
      if (token.kind === 'term' && ++terms > MOST_TERMS) {
        const { term } = token
        const [word, at] = term.kind === 'filter' ? [term.word, term.at] : [term.text, 0]
        error ??= { word, at, message: `is one term too many: a search can have at most ${MOST_TERMS}` }
      }
    }
    return group('all', parts, false)
  }

  /** Ends at its closing parenthesis. */
  function parseGroup({ at, isNegated }: { at: number; isNegated: boolean }, depth: number): Expression {
    if (depth > DEEPEST) error ??= { word: '(', at, message: `is nested deeper than ${DEEPEST} groups` }
    index++
    const inner = error ? NOTHING : parseAny(depth, isNegated)
    if (tokens[index]?.kind !== 'close') error ??= { word: '(', at, message: 'is not closed' }
    return inner
  }

  const expression = parseAny(0, false)
  return error ? { error } : { expression }
}

const NOTHING: Group = { kind: 'all', of: [], isNegated: false }

function isNothing(expression: Expression): boolean {
  return (expression.kind === 'all' || expression.kind === 'any') && expression.of.length === 0
}

/** Removes empty groups, groups of one, and groups nested in a group of the same kind. */
function group(kind: Group['kind'], parts: Expression[], isNegated: boolean): Expression {
  const of = parts
    .filter((part) => !isNothing(part))
    .flatMap((part) => (part.kind === kind && !part.isNegated ? part.of : [part]))
  const [only] = of
  if (only === undefined) return NOTHING
  if (of.length > 1) return { kind, of, isNegated }
  return isNegated ? { ...only, isNegated: !only.isNegated } : only
}
