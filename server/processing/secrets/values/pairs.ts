import { FILTERED } from '#server/processing/secrets/names.ts'
import { isSpace, MOST_SPACES } from './value-ends.ts'

/** The name of `name=value` and its like, found from the sign between them. */

const LONGEST_NAME = 100

export interface FoundName {
  text: string
  /** Where it begins, its quote and what stands before that included. */
  start: number
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
  const isQuoted = isQuote(text.charCodeAt(end - 1))
  if (isQuoted) {
    end--
    while (end > from && sign - end < 2 * MOST_SPACES && text[end - 1] === '\\') end--
  }
  let start = end
  while (start > from && end - start < LONGEST_NAME && isInName(text.charCodeAt(start - 1))) start--
  if (start >= end) return undefined
  let before = start
  while (before > from && start - before < 80 && isSpace(text.charCodeAt(before - 1))) before--
  const previous = before === 0 ? '\n' : (text[before - 1] ?? '')
  const isLineInQuotes = !isQuoted && before === start && (previous === '"' || previous === "'")
  return {
    text: withoutSelector(text.slice(start, end)),
    start,
    isQuoted,
    isSpaced,
    isAfterWord: before < start && /\w/.test(previous),
    isLineStart: previous === '\n' || previous === '\0' || isLineInQuotes,
    lineEnd: isLineInQuotes ? previous : undefined,
  }
}

/** `["password"]`, `["password":protected]` and `[password]`, as PHP prints the names of members before `=>`. */
const IN_BRACKETS = /\[\s?["']?([\w.$-]{1,100})["']?(?::[\w":\\]{1,100})?\s?\]\s{0,8}$/

export function nameInBrackets(text: string, sign: number, from: number): string | undefined {
  return IN_BRACKETS.exec(text.slice(Math.max(from, sign - 220), sign))?.[1]
}

/** The word before a name, in lower case. */
export function wordBefore(text: string, at: number): string {
  return /(\w{1,20})\s{1,8}["']?$/.exec(text.slice(Math.max(0, at - 30), at))?.[1]?.toLowerCase() ?? ''
}

/**
 * Of `input#password[autocomplete="on"]` the attribute is the name; `user[password]` is one. What was filtered before is
 * a value, and no part of the name that follows it.
 */
function withoutSelector(given: string): string {
  if (!given.includes('[')) return given
  const filtered = given.lastIndexOf(FILTERED)
  const name = filtered < 0 ? given : given.slice(filtered + FILTERED.length)
  const open = name.lastIndexOf('[')
  return open > name.lastIndexOf(']') ? name.slice(open + 1) : name
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60
}

const IN_NAME = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (/[\w.[\]%$-]/.test(String.fromCharCode(code))) IN_NAME[code] = 1

/** Letters beyond ASCII are few: the scripts in which people name their fields. */
function isInName(code: number): boolean {
  if (code < 128) return IN_NAME[code] === 1
  return (
    (code >= 0xc0 && code < 0x250) || // Latin
    (code >= 0x300 && code < 0x530) || // accents, Greek, Cyrillic
    (code >= 0x3040 && code < 0x3100) || // Kana
    (code >= 0x4e00 && code < 0xa000) || // Han
    (code >= 0xac00 && code < 0xd7a4) // Hangul
  )
}
