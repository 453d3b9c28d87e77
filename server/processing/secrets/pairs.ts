import { FILTERED } from './names.ts'

/** The parts of `name=value` and its like, found from the sign between them. */

const LONGEST_NAME = 100
const MOST_SPACES = 8

export interface FoundName {
  text: string
  isQuoted: boolean
  /** There is space between it and the sign. */
  isSpaced: boolean
  /** Another word stands before it. */
  isAfterWord: boolean
  isLineStart: boolean
  /** Where its line stands in quotes, what ends them: `-H 'Cookie: x'`. */
  lineEnd: string | undefined
}

/** The name before a sign; it does not begin before `from`. */
export function nameBefore(text: string, sign: number, from: number): FoundName | undefined {
  let end = sign
  while (end > from && sign - end < MOST_SPACES && isSpace(text.charCodeAt(end - 1))) end--
  const isSpaced = end < sign
  const isQuoted = text[end - 1] === '"' || text[end - 1] === "'"
  if (isQuoted) end -= text[end - 2] === '\\' ? 2 : 1
  let start = end
  while (start > from && end - start < LONGEST_NAME && IN_NAME.has(text.charCodeAt(start - 1))) start--
  if (start >= end) return undefined
  let before = start
  while (before > from && start - before < 80 && isSpace(text.charCodeAt(before - 1))) before--
  const previous = before === 0 ? '\n' : (text[before - 1] ?? '')
  const isLineInQuotes = !isQuoted && before === start && (previous === '"' || previous === "'")
  return {
    text: withoutSelector(text.slice(start, end)),
    isQuoted,
    isSpaced,
    isAfterWord: before < start && /\w/.test(previous),
    isLineStart: previous === '\n' || isLineInQuotes,
    lineEnd: isLineInQuotes ? previous : undefined,
  }
}

/**
 * Of `input#password[autocomplete="on"]` the attribute is the name; `user[password]` is one. What was filtered before is
 * a value, and no part of the name that follows it.
 */
function withoutSelector(given: string): string {
  const filtered = given.lastIndexOf(FILTERED)
  const name = filtered < 0 ? given : given.slice(filtered + FILTERED.length)
  const open = name.lastIndexOf('[')
  return open > name.lastIndexOf(']') ? name.slice(open + 1) : name
}

const IN_NAME: ReadonlySet<number> = new Set(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.[]%$'].map((character) =>
    character.charCodeAt(0),
  ),
)

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}

export function skipSpaces(text: string, at: number): number {
  let end = at
  while (end - at < MOST_SPACES && isSpace(text.charCodeAt(end))) end++
  return end
}

/** Before the closing quote, or the line's end where there is none. */
export function endOfQuoted(text: string, start: number, quote: string, isEscaped: boolean): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') return at
    if (character === '\\') {
      if (isEscaped && text[at + 1] === quote) return at
      at++
    } else if (character === quote && !isEscaped) return at
  }
  return text.length
}

/** `closing` are further characters that end it. */
export function endOfBare(text: string, start: number, closing = ''): number {
  let end = start
  while (end < text.length) {
    const character = text[end] ?? ''
    if (' \t\r\n&;"\'<>#`\\'.includes(character) || closing.includes(character)) break
    end++
  }
  return end
}

export function endOfLine(text: string, start: number, quote: string | undefined): number {
  let end = start
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r' && text[end] !== quote) end++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return end
}

/** After the bracket that closes the one at `start`, or the text's end where none does. */
export function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfQuoted(text, at + 1, '"', false)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
