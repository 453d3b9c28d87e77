import { FILTERED } from './names.ts'
import { endOfBare, endOfBrackets, endOfLine, endOfQuoted, nameBefore, skipSpaces } from './pairs.ts'

type NameTest = (name: string) => boolean

const EQUALS = 0x3d
const COLON = 0x3a

/**
 * Values that are secrets by the name before them, in whatever notation: addresses and forms (`token=x`), JSON that
 * can't be parsed or stands inside of a text (`"token":"x"`), what languages print of objects (`token: 'x'`), settings
 * and headers (a line `Token: x`). Reads each character a bounded number of times; there is no sign before `first`.
 */
export function scrubAssignments(text: string, isSecretName: NameTest, first = 0): string {
  let scrubbed = ''
  let from = 0
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== EQUALS && code !== COLON) continue
    const found = valueAt(text, at, code === EQUALS, isSecretName, from)
    if (!found) continue
    scrubbed += text.slice(from, found.start) + (found.isInBrackets ? `"${FILTERED}"` : FILTERED)
    from = found.end
    at = found.end - 1
  }
  return from === 0 ? text : scrubbed + text.slice(from)
}

interface Found {
  start: number
  end: number
  isInBrackets?: boolean
}

/** The value that follows an equals sign or a colon, if it is a secret. */
function valueAt(
  text: string,
  at: number,
  isEquals: boolean,
  isSecretName: NameTest,
  from: number,
): Found | undefined {
  const next = text[at + 1]
  // Comparisons, and addresses, which are most of what has a colon.
  if (isEquals ? next === '=' || next === '~' : next === '/' || next === ':') return undefined
  const name = nameBefore(text, at, from)
  if (name === undefined || !isSecretName(name.text)) return undefined
  const start = skipSpaces(text, next === '>' ? at + 2 : at + 1) // Ruby's `=>`
  const isSpaced = name.isSpaced || start > at + 1
  const found = quotedAt(text, start, name) ?? bareAt(text, start, name, isEquals && !isSpaced)
  return found && isHidden(text.slice(found.start, found.end)) ? found : undefined
}

type Name = NonNullable<ReturnType<typeof nameBefore>>

function quotedAt(text: string, start: number, name: Name): Found | undefined {
  const isEscaped = text[start] === '\\'
  const quote = isEscaped ? text[start + 1] : text[start]
  if (quote !== '"' && quote !== "'") return undefined
  // "Unexpected token: '}'" is what parsers say.
  if (name.isAfterWord && name.text.toLowerCase() === 'token') return undefined
  const begin = start + (isEscaped ? 2 : 1)
  return { start: begin, end: endOfQuoted(text, begin, quote, isEscaped) }
}

function bareAt(text: string, start: number, name: Name, isTight: boolean): Found | undefined {
  if (isTight) return { start, end: endOfBare(text, start) }
  if (text.startsWith(FILTERED, start)) return undefined
  if (name.isQuoted) {
    const isBracket = text[start] === '[' || text[start] === '{'
    return isBracket
      ? { start, end: endOfBrackets(text, start), isInBrackets: true }
      : { start, end: endOfBare(text, start, ',}]') }
  }
  if (/^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name.text)) {
    // In a line with other words it must look like one.
    const isHeader = name.isLineStart || /^\S*[\d=]/.test(text.slice(start, start + 64))
    return isHeader ? { start, end: endOfLine(text, start, name.lineEnd) } : undefined
  }
  if (!name.isLineStart) return undefined
  const end = endOfLine(text, start, name.lineEnd)
  return isKey(text.slice(start, end)) ? { start, end } : undefined
}

/** One word with something in it that words don't have: "Password: required" is no secret. */
function isKey(value: string): boolean {
  return value.length >= 6 && value.length <= 4_096 && /^[^\s()]*\d[^\s()]*$/.test(value)
}

const SAYS_NOTHING = /^(?:|null|none|nil|undefined|true|false|include|omit|same-origin)$/i

function isHidden(value: string): boolean {
  return value !== FILTERED && !SAYS_NOTHING.test(value)
}
