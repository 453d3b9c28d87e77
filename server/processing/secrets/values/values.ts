import { FILTERED } from '#server/processing/secrets/names.ts'
import { isKey, isLookAlike } from './look-alikes.ts'
import { type FoundName, nameBefore, nameInBrackets, wordBefore } from './pairs.ts'
import type { Found, Reading } from './reading.ts'
import {
  endOfBare,
  endOfBrackets,
  endOfLine,
  endOfMember,
  endOfQuoted,
  openingAt,
  skipSpaces,
} from './value-ends.ts'

/** The value that follows an equals sign or a colon, if it is a secret. */
export function valueAt(reading: Reading, at: number, isEquals: boolean, from: number): Found | undefined {
  const { text, know } = reading
  const next = text[at + 1]
  // Comparisons, and addresses, which are most of what has a colon.
  if (isEquals ? next === '=' || next === '~' : next === '/' || next === ':' || next === '=') return undefined
  const isArrow = isEquals && next === '>' // Ruby's and PHP's `=>`
  const sign = isEquals ? signStart(text, at, from) : at
  const inBrackets =
    isArrow && /[\]\s]/.test(text[sign - 1] ?? '') ? nameInBrackets(text, sign, from) : undefined
  const name = nameBefore(text, sign, from)
  if (inBrackets !== undefined && know(inBrackets).isSecret)
    return hidden(text, inBrackets, dumpedAt(text, skipBlanks(text, at + 2)))
  if (name === undefined || (name.isQuoted && OF_VISIBILITY.test(text.slice(at + 1, at + 100))))
    return undefined
  const { isSecret, role } = know(name.text)
  const start = skipSpaces(text, isArrow ? at + 2 : at + 1)
  if (role === 'label') readLabel(reading, start)
  if (!isSecret && !(role === 'value' && isLabelled(reading, name.start))) return undefined
  const kind = { isEquals, isSpaced: name.isSpaced || sign < at || start > at + 1, isArrow }
  return hidden(text, name.text, quotedAt(text, start, name, isEquals) ?? bareAt(reading, start, name, kind))
}

/** PHP's `["password":protected]=>`, whose value is behind the arrow. */
const OF_VISIBILITY = /^(?:protected|private|"[\w\\]{1,80}":private)\]/

function hidden(text: string, name: string, found: Found | undefined): Found | undefined {
  if (found === undefined) return undefined
  const value = text.slice(found.start, found.end)
  return value === FILTERED || isLookAlike(name, value) ? undefined : found
}

const OF_SIGN = new Set([...'!:?|+'].map((character) => character.charCodeAt(0)))

/** `!=`, `:=`, `??=` and the like are one sign. */
function signStart(text: string, equals: number, from: number): number {
  let start = equals
  while (start > from && equals - start < 2 && OF_SIGN.has(text.charCodeAt(start - 1))) start--
  return start
}

function skipBlanks(text: string, at: number): number {
  const blanks = /\s{0,40}/y
  blanks.lastIndex = at
  return at + (blanks.exec(text)?.[0].length ?? 0)
}

/** `name="password"`: what is called `value` next is the secret. */
function readLabel(reading: Reading, start: number): void {
  const { text, know } = reading
  const begin = openingAt(text, start)?.start ?? start
  const named = /[\w.$[\]-]{1,100}/y
  named.lastIndex = begin
  const label = named.exec(text)?.[0]
  if (label !== undefined && know(label).isSecret) reading.labelEnd = begin + label.length
}

/** It is a member of the same object, or an attribute of the same element. */
function isLabelled({ text, labelEnd }: Reading, nameStart: number): boolean {
  return labelEnd >= 0 && nameStart - labelEnd <= 120 && !/[<>{}()\n]/.test(text.slice(labelEnd, nameStart))
}

/** What parsers say: "Unexpected token: '}'". */
const OF_PARSERS = /^(?:unexpected|expected|illegal|unrecognized|near|next|current|previous|extra|syntax|at)$/

function quotedAt(text: string, start: number, name: FoundName, isEquals: boolean): Found | undefined {
  const opening = openingAt(text, start)
  if (!opening) return undefined
  const found = { start: opening.start, end: endOfQuoted(text, opening) }
  if (isEquals || !name.isAfterWord || name.text.toLowerCase() !== 'token') return found
  const value = text.slice(found.start, found.end)
  const isOfParser =
    value.length <= 200 &&
    OF_PARSERS.test(wordBefore(text, name.start)) &&
    !(isKey(value) && value.length >= 16)
  return value.length <= 2 || isOfParser ? { start: found.start, end: found.start } : found
}

/** Of `var_dump` and `print_r`: `string(11) "x"`, `array(1) {…}`, or the rest of the line. */
function dumpedAt(text: string, start: number): Found {
  const opening = openingAt(text, start)
  if (opening) return { start: opening.start, end: endOfQuoted(text, opening) }
  const list = /(?:array|object)\([\w\\]{1,80}\)(?:#\d{1,9} \(\d{1,9}\))?\s{0,2}(?=\{)/y
  list.lastIndex = start
  const head = list.exec(text)
  if (head) return { start, end: endOfBrackets(text, start + head[0].length), isInBrackets: true }
  const near = text.slice(start, start + 1_000).search(/[\r\n]| [[)]|,/)
  return { start, end: near < 0 ? endOfLine(text, start, undefined) : start + near }
}

interface Kind {
  isEquals: boolean
  isArrow: boolean
  isSpaced: boolean
}

function bareAt(reading: Reading, start: number, name: FoundName, kind: Kind): Found | undefined {
  const { text } = reading
  const isFiltered = isFilteredAt(text, start)
  const isBracket = !isFiltered && (text[start] === '[' || text[start] === '{')
  if (kind.isEquals && !kind.isSpaced) {
    const isList = isBracket && /["'[{]/.test(text[start + 1] ?? '')
    return isList ? bracketsAt(text, start) : { start, end: endOfBare(text, start) }
  }
  if (isFiltered) return undefined
  const isSymbol = kind.isArrow && text[name.start - 1] === ':'
  if (name.isQuoted || isSymbol)
    return isBracket ? bracketsAt(text, start) : { start, end: endOfBare(text, start, ',}]') }
  if (/^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name.text)) {
    // In a line with other words it must look like one.
    const isHeader = name.isLineStart || /^\S*[\d=]/.test(text.slice(start, start + 64))
    return isHeader ? { start, end: endOfLine(text, start, name.lineEnd) } : undefined
  }
  if (name.isLineStart) {
    const end = endOfLine(text, start, name.lineEnd)
    if (isKey(text.slice(start, end))) return { start, end }
  }
  return kind.isEquals ? undefined : memberAt(reading, start, name, kind.isSpaced)
}

/** What was encoded keeps its quote before what was filtered: `%22[Filtered]`. */
function isFilteredAt(text: string, start: number): boolean {
  const signs = /(?:%[2-7][\da-f]){0,16}/iy
  signs.lastIndex = start
  return text.startsWith(FILTERED, start + (signs.exec(text)?.[0].length ?? 0))
}

function bracketsAt(text: string, start: number): Found {
  return { start, end: endOfBrackets(text, start), isInBrackets: true }
}

const STRONG = /passw|secret|passphrase|api[-_]?key/i
/** Bounds what is read of a value that may be none: the next name may begin within it. */
const LONGEST_WORD = 64
const VERSION = /^v?\d{1,6}(?:\.\d{1,9}){1,4}/

/** Behind a colon in the middle of a line: Go's `{User:bob Password:x}`, YAML's `{password: x1}`, `password: x1`. */
function memberAt(reading: Reading, start: number, name: FoundName, isSpaced: boolean): Found | undefined {
  const { text } = reading
  const wordEnd = endOfBare(text, start, ',)}]', start + LONGEST_WORD)
  const word = text.slice(start, wordEnd)
  const isLikely = isKey(word) && /[a-z]/i.test(word) && !VERSION.test(word)
  if (reading.isInBraces(start)) {
    const memberEnd = isSpaced ? undefined : endOfMember(text, start)
    if (memberEnd !== undefined) return { start, end: memberEnd }
    return isLikely ? { start, end: endOfBare(text, wordEnd, ',)}]') } : undefined
  }
  const isBelieved = isSpaced ? STRONG.test(name.text) : text[name.start - 1] !== '/'
  return isLikely && isBelieved ? { start, end: endOfBare(text, wordEnd, ',)}]') } : undefined
}
