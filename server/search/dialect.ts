import type { Condition, Tagged } from './condition.ts'
import type { Expression, FilterTerm, Operator, Pattern, TextTerm } from './expression.ts'
import { parseSearch } from './parse-search.ts'
import type { SearchError } from './search-error.ts'

/** What the grammar means to the searches of one kind of thing. */
export interface Dialect<Test extends Tagged, Context> {
  /** The names are in lower case, because case does not matter in them. */
  keys: Readonly<Record<string, KeyReader<Test, Context>>>
  /** Reads a key that is not one of `keys`, or that was written as a tag. */
  otherKey(key: string): KeyReader<Test, Context>
  text(term: TextTerm): Condition<Test>
  /** Reads a term of text that is the whole search; undefined where it means no more than elsewhere. */
  onlyText?(term: TextTerm): Condition<Test> | undefined
}

/** Reads one value of a filter: to a condition, or to what is wrong with the value. */
export type KeyReader<Test extends Tagged, Context> = (value: FilterValue, context: Context) => Meaning<Test>

export type Meaning<Test extends Tagged> = Condition<Test> | Refused

interface Refused {
  message: string
}

export interface FilterValue {
  operator: Operator
  pattern: Pattern
  /** The pattern with its stars. */
  text: string
}

export type Read<Test extends Tagged> = { condition: Condition<Test> } | { error: SearchError }

/** Reads a search in one dialect. The first word that means nothing in it is its error. */
export function parseInDialect<Test extends Tagged, Context>(
  text: string,
  dialect: Dialect<Test, Context>,
  context: Context,
): Read<Test> {
  const parsed = parseSearch(text)
  if ('error' in parsed) return parsed
  const { expression } = parsed
  let error: SearchError | undefined

  function read(part: Expression): Condition<Test> {
    const condition = parsePart(part)
    return part.isNegated ? { kind: 'not', of: condition } : condition
  }

  function parsePart(part: Expression): Condition<Test> {
    switch (part.kind) {
      case 'text':
        return dialect.text(part)
      case 'filter':
        return parseFilter(part)
      case 'all':
      case 'any':
        return { kind: part.kind, of: part.of.map(read) }
    }
  }

  function parseFilter({ key, isTag, operator, values, at, word }: FilterTerm): Condition<Test> {
    const readValue = readerOf(dialect, key, isTag)
    const of: Condition<Test>[] = []
    for (const pattern of values) {
      const meaning = readValue({ operator, pattern, text: pattern.join('*') }, context)
      if (isRefused(meaning)) error ??= { word, at, message: meaning.message }
      else of.push(meaning)
    }
    const [only] = of
    return of.length === 1 && only !== undefined ? only : { kind: 'any', of }
  }

  const isOnlyText = expression.kind === 'text' && !expression.isNegated
  const condition = (isOnlyText ? dialect.onlyText?.(expression) : undefined) ?? read(expression)
  return error ? { error } : { condition }
}

function readerOf<Test extends Tagged, Context>(
  { keys, otherKey }: Dialect<Test, Context>,
  key: string,
  isTag: boolean,
): KeyReader<Test, Context> {
  const name = key.toLowerCase()
  return (!isTag && Object.hasOwn(keys, name) ? keys[name] : undefined) ?? otherKey(key)
}

function isRefused<Test extends Tagged>(meaning: Meaning<Test>): meaning is Refused {
  return !('kind' in meaning)
}

/** Refuses a comparison where values have no order. */
export function withoutOrder<Test extends Tagged, Context>(
  read: KeyReader<Test, Context>,
): KeyReader<Test, Context> {
  return (value, context) =>
    value.operator === '' ? read(value, context) : { message: 'can’t be compared: remove the sign' }
}
