import { LRUCache } from 'lru-cache'

const LONGEST = 1_000
/** Far more than is shown: what follows cannot tell two statements apart any more. */
const LONGEST_READ = 8_000

/**
 * A statement without what differs from call to call, so that a query is one however it was filled in: texts, numbers
 * and parameters are `?`, lists of them `?`, and white space is one space. Names and their case stay.
 * @internal
 */
export function normalizeStatement(statement: string): string {
  const normalized = statement
    .slice(0, LONGEST_READ)
    .replace(/'(?:[^'\\]|\\.|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, plainOf)
    .replace(/'(?:[^'\\]|\\.|'')*'?/g, '?')
    .replace(/(?<![\w"`.$?:@])-?(?:0x[\da-f]+|\d[\d.]*(?:e[+-]?\d+)?)\b/gi, '?')
    .replace(/\$\d+|\?\d+|(?<![:\w]):[a-z_]\w*|@\w+/gi, '?')
    .replace(/\s+/g, ' ')
    .replace(/\?(?: ?, ?\?)+/g, '?')
    .replace(/\( ?\? ?\)(?: ?, ?\( ?\? ?\))+/g, '(?)')
    .trim()
  return normalized.slice(0, LONGEST).toWellFormed()
}

/** A comment is nothing, a text is any text. A comment without an end is none: an address may hold its beginning. */
function plainOf(token: string): string {
  if (token.startsWith("'")) return '?'
  return token.startsWith('/*') && (token.length < 4 || !token.endsWith('*/')) ? token : ' '
}

/** Statements come again and again: each is worked on once, while it is among the `most` that were met last. */
export function rememberStatements(most = 2_000): (statement: string) => string {
  const known = new LRUCache<string, string>({ max: most })
  return (statement) => {
    const found = known.peek(statement)
    if (found !== undefined) return found
    const normalized = normalizeStatement(statement)
    known.set(statement, normalized)
    return normalized
  }
}
