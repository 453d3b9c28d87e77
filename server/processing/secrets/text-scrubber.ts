import { scrubAssignments } from './assignments.ts'
import { scrubCards } from './cards.ts'
import { scrubElements } from './elements.ts'
import { scrubPrivateKeys, scrubSchemes, scrubTokens, scrubUserInfo } from './forms.ts'
import type { KnowName } from './names.ts'
import { scrubEncoded } from './percent.ts'
import { scrubEmailAddresses, scrubIpAddresses } from './personal.ts'
import { scrubArguments } from './values/arguments.ts'
import { scrubComparisons } from './values/comparisons.ts'

export interface TextScrubber {
  /** A text without the secrets that can be told by their form, or by a name before them. */
  text(text: string): string
  /** Scrubs a line of code, where a name before a value is usually a variable and not a secret. */
  code(text: string): string
}

interface Options {
  know: KnowName
  emailAddresses: boolean
  ipAddresses: boolean
}

/** Bounds the work on a text that somebody made against this. */
const MOST_PASSES = 8

// What a character may be part of: one pass over a text tells which of the rules can find anything in it.
const WORD = 1
const DIGIT = 2
const PAIR = 4 // `=` and `:`
const AT = 8
const ANGLE = 16
const SCHEME = 32 // the B of Bearer and Basic
const PERCENT = 64
const DASH = 128 // before an option
const COMMA = 256
const QUOTE = 512 // that statements have

const RARE = SCHEME | DASH
const SIGN = PAIR | COMMA

const KINDS = new Uint16Array(128)
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) KINDS[code] = WORD | DIGIT
  else if (/b/i.test(character)) KINDS[code] = WORD | SCHEME
  else if (character === '-') KINDS[code] = WORD | DASH
  else if (/\w/.test(character)) KINDS[code] = WORD
  else if (/[=:]/.test(character)) KINDS[code] = PAIR
  else if (character === '@') KINDS[code] = AT
  else if (character === '<') KINDS[code] = ANGLE
  else if (character === '%') KINDS[code] = PERCENT
  else if (character === ',') KINDS[code] = COMMA
  else if (character === "'") KINDS[code] = QUOTE
}

const SHORTEST_PAIR = 5
/** Of what has a form: tokens have more characters in a row, and cards more digits. */
const SHORTEST_FORM = 14
/** What a private key begins with has so many in a row, whatever follows. */
const SHORTEST_BEGIN = '-----BEGIN'.length

/** What one pass over a text found; the one object serves all texts, since most of them are short. */
const look = {
  /** All kinds of its characters. */
  seen: 0,
  /** The first sign between a name and its value, or -1. */
  firstPair: -1,
  digits: 0,
  longestRun: 0,
}

function lookAt(text: string): typeof look {
  const { length } = text
  let seen = 0
  let firstPair = -1
  let digits = 0
  let run = 0
  let longestRun = 0
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (KINDS[code] ?? 0) : 0
    if (kind & WORD) {
      if (++run > longestRun) longestRun = run
      digits += (kind & DIGIT) >> 1
      if (kind & RARE && !(kind & SCHEME ? isScheme(text, at) : run === 1 && isOption(text, at))) continue
    } else {
      run = 0
      if (kind & SIGN && firstPair === -1 && (kind & PAIR || isQuote(text, at - 1))) firstPair = at
    }
    seen |= kind
  }
  look.seen = seen
  look.firstPair = firstPair
  look.digits = digits
  look.longestRun = longestRun
  return look
}

/** Linear in a text's length, whatever it holds; what has been scrubbed stays as it is. */
export function createTextScrubber({ know, emailAddresses, ipAddresses }: Options): TextScrubber {
  function scrubPersonal(text: string): string {
    const scrubbed = emailAddresses ? scrubEmailAddresses(text) : text
    return ipAddresses ? scrubIpAddresses(scrubbed) : scrubbed
  }
  const isPersonal = emailAddresses || ipAddresses
  const isSecretName = (name: string) => know(name).isSecret

  /** `level` is how many times over it was encoded. */
  function scrubText(given: string, level: number): string {
    if (given.length < SHORTEST_PAIR) return given
    const { seen, firstPair, digits, longestRun } = lookAt(given)
    let scrubbed = longestRun >= SHORTEST_BEGIN ? scrubPrivateKeys(given) : given
    if (longestRun >= SHORTEST_FORM) scrubbed = scrubTokens(scrubbed)
    if (digits >= SHORTEST_FORM) scrubbed = scrubCards(scrubbed)
    if (seen & SCHEME) scrubbed = scrubSchemes(scrubbed)
    if (seen & AT) scrubbed = scrubUserInfo(scrubbed)
    if (firstPair !== -1) scrubbed = scrubAssignments(scrubbed, know, scrubbed === given ? firstPair : 0)
    if (seen & QUOTE) scrubbed = scrubComparisons(scrubbed, know)
    if (seen & DASH) scrubbed = scrubArguments(scrubbed, know)
    if (seen & PERCENT) scrubbed = scrubEncoded(scrubbed, scrubText, level)
    if (seen & ANGLE) scrubbed = scrubElements(scrubbed, isSecretName)
    return isPersonal ? scrubPersonal(scrubbed) : scrubbed
  }

  /**
   * What is filtered within a value can make the whole of it look like a secret to the name before it. So what was
   * found is read again until nothing is, which is nearly always the second time.
   */
  function scrubAll(given: string): string {
    let scrubbed = given
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const before = scrubbed
      scrubbed = scrubText(before, 0)
      if (scrubbed === before) break
    }
    return scrubbed
  }

  return {
    text: scrubAll,
    code(given) {
      if (given.length < SHORTEST_FORM) return given
      let scrubbed = given
      if (hasLongRun(given)) scrubbed = scrubSchemes(scrubCards(scrubTokens(scrubPrivateKeys(given))))
      if (scrubbed.includes('@')) scrubbed = scrubUserInfo(scrubbed)
      return isPersonal ? scrubPersonal(scrubbed) : scrubbed
    },
  }
}

/** A dash before a letter, or two. */
function isOption(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return next === 0x2d || isLetter(next)
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function isQuote(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x22 || code === 0x27
}

function isScheme(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1) | 0x20 // in lower case
  return next === 0x65 ? (text.charCodeAt(at + 2) | 0x20) === 0x61 : next === 0x61
}

/** Every run of that length covers one of the places that are that far from each other. */
function hasLongRun(text: string): boolean {
  for (let place = SHORTEST_FORM - 1; place < text.length; place += SHORTEST_FORM) {
    if (!isInRun(text.charCodeAt(place))) continue
    let start = place
    while (isInRun(text.charCodeAt(start - 1))) start--
    let end = place + 1
    while (isInRun(text.charCodeAt(end))) end++
    if (end - start >= SHORTEST_FORM) return true
    place = end - 1
  }
  return false
}

function isInRun(code: number): boolean {
  return code < 128 && ((KINDS[code] ?? 0) & WORD) !== 0
}
