import type { Expression, Group } from './expression.ts'
import type { SearchFault } from './fault.ts'
import { scanSearch, type Token } from './tokens.ts'

/**
 * A longer search is none that a person typed.
 * @internal
 */
export const LONGEST_SEARCH = 1000
const MOST_TERMS = 50
const DEEPEST = 10

/** Every text is a search or has a fault: nothing is thrown. An empty one is a group of nothing. */
export function parseSearch(text: string): { expression: Expression } | { fault: SearchFault } {
  if (text.length > LONGEST_SEARCH) {
    const matter = `has more than ${LONGEST_SEARCH} characters in all`
    return { fault: { word: text.slice(0, 20), at: 0, matter } }
  }
  const tokens = scanSearch(text)
  if (!Array.isArray(tokens)) return { fault: tokens }
  return parseTokens(tokens)
}

function parseTokens(tokens: readonly Token[]): { expression: Expression } | { fault: SearchFault } {
  let index = 0
  let terms = 0
  let fault: SearchFault | undefined

  function parseAny(depth: number, isNegated: boolean): Expression {
    const alternatives = [parseAll(depth)]
    for (let token = tokens[index]; token?.kind === 'or' && !fault; token = tokens[index]) {
      index++
      alternatives.push(parseAll(depth))
      if (alternatives.slice(-2).some(isNothing)) {
        fault ??= { word: 'OR', at: token.at, matter: 'needs a term on both sides' }
      }
    }
    return group('any', alternatives, isNegated)
  }

  function parseAll(depth: number): Expression {
    const parts: Expression[] = []
    for (; !fault; index++) {
      const token = tokens[index]
      if (token === undefined || token.kind === 'or' || token.kind === 'close') break
      if (token.kind === 'open') parts.push(parseGroup(token, depth + 1))
      else parts.push(token.term)
      if (token.kind === 'term' && ++terms > MOST_TERMS) {
        const { term } = token
        const [word, at] = term.kind === 'filter' ? [term.word, term.at] : [term.text, 0]
        fault ??= { word, at, matter: `is one term too many: a search can have at most ${MOST_TERMS}` }
      }
    }
    return group('all', parts, false)
  }

  /** Ends at its closing parenthesis. */
  function parseGroup({ at, isNegated }: { at: number; isNegated: boolean }, depth: number): Expression {
    if (depth > DEEPEST) fault ??= { word: '(', at, matter: `is nested deeper than ${DEEPEST} groups` }
    index++
    const inner = fault ? NOTHING : parseAny(depth, isNegated)
    if (tokens[index]?.kind !== 'close') fault ??= { word: '(', at, matter: 'is not closed' }
    return inner
  }

  const expression = parseAny(0, false)
  return fault ? { fault } : { expression }
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
