import { FILTERED } from '#server/processing/secrets/names.ts'
import { isFieldName, isKey, isLookAlike } from './look-alikes.ts'
import { nameBefore } from './pairs.ts'
import type { Found, Reading } from './reading.ts'
import { endOfQuoted, openingAt } from './value-ends.ts'

const MOST_BLANKS = 40

/**
 * The value behind a comma whose name stands before it, as Python prints headers and programs their arguments:
 * `(b'cookie', b'x')`, `['--password', 'x']`.
 */
export function pairAt(reading: Reading, comma: number, from: number): Found | undefined {
  const { text, know } = reading
  const quote = text[comma - 1]
  if (quote !== '"' && quote !== "'") return undefined
  const name = nameBefore(text, comma, from)
  if (!name?.isQuoted || !know(name.text).isSecret) return undefined
  let at = comma + 1
  while (at - comma < MOST_BLANKS && /\s/.test(text[at] ?? '')) at++
  const opening = openingAt(text, at)
  if (!opening) return undefined
  const found = { start: opening.start, end: endOfQuoted(text, opening) }
  const value = text.slice(found.start, found.end)
  if (value === FILTERED || isLookAlike(name.text, value)) return undefined
  return isValue(name.text, value, isTuple(text, name.start, found.end + opening.slashes)) ? found : undefined
}

/** Lists of names are more frequent than lists of a name and its value: `['password', 'email']`. */
function isValue(name: string, value: string, isPair: boolean): boolean {
  if (isOption(name)) return !value.startsWith('-')
  return isPair ? true : isKey(value) || (!isFieldName(value) && !/\s/.test(value))
}

function isTuple(text: string, nameStart: number, valueEnd: number): boolean {
  return (
    /\(\s{0,8}[bur]{0,2}\\{0,15}["']$/i.test(text.slice(Math.max(0, nameStart - 30), nameStart)) &&
    /^["'`],?\s{0,8}\)/.test(text.slice(valueEnd, valueEnd + 12))
  )
}

export function isOption(name: string): boolean {
  return /^--?[A-Za-z]/.test(name)
}

/** The same of a list that was parsed: whether what stands behind a name in it is its secret. */
export function isListedSecret(name: string, value: string, isOnly: boolean): boolean {
  if (value === FILTERED || isLookAlike(name, value)) return false
  return isValue(name, value, isOnly && !isFieldName(value))
}
