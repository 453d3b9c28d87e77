import { parseDigest } from '#telemetry/errors/digest.ts'
import type { Expression, FilterTerm, TextTerm } from '../expression.ts'
import type { SearchFault } from '../fault.ts'
import { parseSearch } from '../parse-search.ts'
import type { Condition, SearchContext } from './issue-condition.ts'
import { type KeyReader, readId, readShortId, readTag, SEARCH_KEYS } from './issue-keys.ts'

/** From what was typed to what is looked for. */
export function readSearch(
  text: string,
  context: SearchContext,
): { condition: Condition } | { fault: SearchFault } {
  const parsed = parseSearch(text)
  return 'fault' in parsed ? parsed : meaningOf(parsed.expression, context)
}

function meaningOf(expression: Expression, context: SearchContext) {
  let fault: SearchFault | undefined

  function read(part: Expression): Condition {
    const condition = part.kind === 'text' ? wordsOf(part) : readPart(part)
    return part.isNegated ? { kind: 'not', of: condition } : condition
  }

  function readPart(part: Exclude<Expression, TextTerm>): Condition {
    return part.kind === 'filter' ? readFilter(part) : { kind: part.kind, of: part.of.map(read) }
  }

  function readFilter({ key, isTag, operator, values, at, word }: FilterTerm): Condition {
    const reader = readerOf(key, isTag)
    const of: Condition[] = []
    for (const pattern of values) {
      const meaning = reader({ operator, pattern, text: pattern.join('*') }, context)
      if ('matter' in meaning) fault ??= { word, at, matter: meaning.matter }
      else of.push(meaning)
    }
    const [only] = of
    return of.length === 1 && only !== undefined ? only : { kind: 'any', of }
  }

  const isAlone = expression.kind === 'text' && !expression.isNegated
  const condition = (isAlone ? idOf(expression) : undefined) ?? read(expression)
  return fault ? { fault } : { condition }
}

function readerOf(key: string, isTag: boolean): KeyReader {
  const ours = key.toLowerCase()
  const reader = !isTag && Object.hasOwn(SEARCH_KEYS, ours) ? SEARCH_KEYS[ours] : undefined
  return reader ?? readTag(key)
}

function wordsOf({ text, isPhrase }: TextTerm): Condition {
  return { kind: 'words', text, isPhrase }
}

/** A word that stands alone may be an id; where it may as well be a word, both are looked for. */
function idOf(term: TextTerm): Condition | undefined {
  const { text } = term
  const id = readId(text)
  if (id !== undefined) {
    return {
      kind: 'any',
      of: [
        { kind: 'event', id },
        { kind: 'trace', id },
      ],
    }
  }
  const digest = parseDigest(text)
  const issue = readShortId(text)
  const meanings = [
    issue && { kind: 'numbered' as const, ...issue },
    digest?.kind === 'whole' ? { kind: 'digest' as const, digest: digest.digest } : undefined,
    digest?.kind === 'fault' ? { kind: 'fault' as const, fault: digest.fault } : undefined,
  ].filter((meaning) => meaning !== undefined)
  return meanings.length === 0 ? undefined : { kind: 'any', of: [...meanings, wordsOf(term)] }
}
