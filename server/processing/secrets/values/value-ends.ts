import { FILTERED } from '#server/processing/secrets/names.ts'

/** Where a value ends, in each notation. Each reads its value once, and nothing beyond it but what is bounded. */

export const MOST_SPACES = 8

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}

export function skipSpaces(text: string, at: number): number {
  let end = at
  while (end - at < MOST_SPACES && isSpace(text.charCodeAt(end))) end++
  return end
}

export interface Opening {
  quote: string
  /** How many backslashes stand before the quote: JSON inside of JSON has 1, inside of that 3. */
  slashes: number
  /** Where the value begins. */
  start: number
  /** PHP says how many bytes follow: `string(11) "…"`. */
  bytes: number | undefined
}

/** Prefixes and what wraps a text: `b'x'`, `N'x'`, `@"x"`, `Some("x")`, `string(11) "x"`. */
const OPENING =
  /(?:[bBuUrRfF]{1,2}|[NEX@]|(?:[A-Za-z_.]{1,30}\(){1,2}|[a-z]{3,8}\((\d{1,9})\)[ \t]{1,4})?(\\{0,15})(["'`])/y

/** The quote that opens a value, if one does. */
export function openingAt(text: string, at: number): Opening | undefined {
  OPENING.lastIndex = at
  const match = OPENING.exec(text)
  if (!match) return undefined
  const [whole, bytes, slashes = '', quote = ''] = match
  return {
    quote,
    slashes: slashes.length,
    start: at + whole.length,
    bytes: bytes === undefined ? undefined : Number(bytes),
  }
}

/**
 * Before the closing quote, or the line's end where there is none. A quote that stands twice is a part of the value, as in
 * SQL. Behind `n` backslashes the closing one has `n` too, and one within has more.
 */
export function endOfQuoted(text: string, { quote, slashes, start, bytes }: Opening): number {
  if (bytes !== undefined && text[start + bytes] === quote) return start + bytes
  let run = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') return at
    if (character === quote && isClosing(run, slashes)) {
      const isDoubled = run === 0 && slashes === 0 && at > start && text[at + 1] === quote
      if (!isDoubled) return at - Math.min(run, slashes)
      at++
    }
    run = character === '\\' ? run + 1 : 0
  }
  return text.length
}

/** Each backslash of a value is written as one more than twice what escapes a quote, so that runs tell them apart. */
function isClosing(run: number, slashes: number): boolean {
  return run < slashes || run % (2 * (slashes + 1)) === slashes
}

const ALWAYS = 1
const SOMETIMES = 2
const ENDS_BARE = new Uint8Array(128)
for (const character of ' \t\r\n&;"\'<>#`\\\0') ENDS_BARE[character.charCodeAt(0)] = ALWAYS
for (const character of ',)}]') ENDS_BARE[character.charCodeAt(0)] = SOMETIMES

/** `closing` are further characters that end it, of `,)}]`. */
export function endOfBare(text: string, start: number, closing = '', limit = text.length): number {
  const last = Math.min(limit, text.length)
  for (let end = start; end < last; end++) {
    const code = text.charCodeAt(end)
    const kind = code < 128 ? ENDS_BARE[code] : 0
    if (kind === ALWAYS || (kind === SOMETIMES && closing.includes(text.charAt(end)))) return end
  }
  return Math.max(start, last)
}

const ENDS_LINE = new Set('\n\r\0')

export function endOfLine(text: string, start: number, quote: string | undefined): number {
  let end = start
  while (end < text.length && !ENDS_LINE.has(text[end] ?? '') && text[end] !== quote) end++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return end
}

const LONGEST_MEMBER = 200

/**
 * The end of a value that Go prints, `{User:bob Password:two words Age:3}`: before the next member or the closing bracket, or where
 * the text was cut. Undefined where none of these is near.
 */
export function endOfMember(text: string, start: number): number | undefined {
  const last = Math.min(text.length, start + LONGEST_MEMBER)
  for (let at = start; at < last; at++) {
    const character = text[at]
    if (character === '[' && text.startsWith(FILTERED, at)) at += FILTERED.length - 1
    if (character === '}' || character === ']' || character === ',') return at
    if (character === '\n') return undefined
    if (character === ' ' && /^\w{1,40}:/.test(text.slice(at + 1, at + 42))) return at
  }
  return last === text.length && text.endsWith('…') ? last : undefined
}

/** After the bracket that closes the one at `start`, or the text's end where none does. */
export function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"' || (character === "'" && /[[{(,:=\sbu]/.test(text[at - 1] ?? ''))) {
      at = endOfQuoted(text, { quote: character, slashes: 0, start: at + 1, bytes: undefined })
    } else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
