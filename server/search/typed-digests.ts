import { parseDigest } from '#telemetry/errors/digest.ts'

/** Each is a look-up. */
const MOST_CANDIDATES = 6
const MOST_CHARACTERS = 1000
const WHOLE_LENGTH = 12

/** What screens and people say before a digest. */
const LABEL = /\bdigest\b\s{0,4}(?:[:#=]|is\b)?/i
/** Two halves that stand side by side, however they are held together: also as someone says them. */
const HALVES =
  /(?<![\p{L}\p{N}_-])([0-9a-z]{6})(?=(?:\s{0,3}[-_./·\u00ad\u2010-\u2015\u2212]\s{0,3}|\s{1,3}(?:(?:dash|hyphen|minus)\s{1,3})?)([0-9a-z]{6})(?![\p{L}\p{N}_-]))/giu

/**
 * Digests that a text may name, as people paste and spell them: in groups, with its label, in the middle of a sentence.
 * The likeliest first. Two words may look like one: whether it is, the store knows.
 */
export function parseTypedDigests(text: string): string[] {
  const typed = text.slice(0, MOST_CHARACTERS)
  const labelled = LABEL.test(typed) ? typed.split(LABEL).at(-1) : undefined
  const halves = [...typed.matchAll(HALVES)].map(([, prefix, occurrence]) => `${prefix}-${occurrence}`)
  const all = [
    ...wholeOf(typed),
    ...(labelled === undefined ? [] : [...wholeOf(labelled), ...beginningOf(labelled)]),
    ...halves.filter((digest) => parseDigest(digest) !== undefined),
  ]
  return [...new Set(all)].slice(0, MOST_CANDIDATES)
}

/** A framework's code: Next.js's are numbers; a word without a digit in it is a word. */
function isForeignDigest(text: string): boolean {
  return /^[\w.@-]{6,200}$/.test(text) && /\d/.test(text)
}

/** The text, if it is a digest and nothing else; a number may be said in groups too. */
function wholeOf(text: string): string[] {
  const bare = trimMarks(text)
  const joined = bare.replace(/\s+/g, '')
  if (parseDigest(bare) !== undefined || isForeignDigest(bare)) return [bare]
  return /^\d{6,10}$/.test(joined) ? [joined] : []
}

/** What follows a label, with a sentence going on behind it: a code in pieces, or one word. */
function beginningOf(text: string): string[] {
  const words = text.trim().split(/\s+/, WHOLE_LENGTH).map(trimMarks)
  const found: string[] = []
  for (let joined = '', index = 0; index < words.length && joined.length < WHOLE_LENGTH; index++) {
    joined += words[index]
    if (parseDigest(joined)?.kind === 'whole') found.push(joined)
  }
  const [first = ''] = words
  return parseDigest(first) !== undefined || isForeignDigest(first) ? [...found, first] : found
}

/** Strips quotes, brackets and full stops around it. */
function trimMarks(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
}
