import type { SearchWords } from '#server/store/words.ts'

/** What makes a word for SQLite's unicode61: https://sqlite.org/fts5.html#unicode61_tokenizer */
const LETTER = /^[\p{L}\p{N}\p{Co}]$/u
/** What it leaves out of a word. Other marks end one. */
const ACCENT = /^[\u0300-\u0331]$/
/** The server takes no longer ones; nobody types as much. */
const LONGEST_WORD = 500
/** Positions beyond it are counted as this one: https://www.postgresql.org/docs/18/textsearch-limitations.html */
const LAST_POSITION = 16_383
/** The server keeps no more positions of a word. */
const MOST_POSITIONS = 255
/** Of the million bytes that a `tsvector` may take. */
const LARGEST_VECTOR = 900_000

/** The words of a text, as SQLite's index has them: in lower case, and Latin letters without their accents. */
function splitWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  for (const letter of text) {
    if (LETTER.test(letter)) word += fold(letter)
    else if (word !== '' && !ACCENT.test(letter)) {
      words.push(word.slice(0, LONGEST_WORD).toWellFormed())
      word = ''
    }
  }
  if (word !== '') words.push(word.slice(0, LONGEST_WORD).toWellFormed())
  return words
}

function fold(letter: string): string {
  const [base = '', ...accents] = letter.normalize('NFD')
  return accents.length > 0 && /^[a-z]$/i.test(base) ? base.toLowerCase() : lowerOf(letter)
}

/**
 * By way of the upper case, so that all forms of a letter become the same one: `ς` is a `σ`. A letter that would become
 * several ones stays as it is.
 */
function lowerOf(letter: string): string {
  const upper = letter === 'ı' ? letter : letter.toUpperCase()
  const lower = ([...upper].length === 1 ? upper : letter).toLowerCase()
  return [...lower].length === 1 ? lower : letter
}

/** The index of a text, as PostgreSQL reads one: `'price':1,4 'missing':2`. */
export function formatVector(text: string): string {
  const positions = new Map<string, number[]>()
  for (const [index, word] of splitWords(text).entries()) {
    const known = positions.get(word)
    if (known === undefined) positions.set(word, [index + 1])
    else if (known.length < MOST_POSITIONS) known.push(index + 1)
  }
  let vector = ''
  for (const [word, at] of positions) {
    const part = `'${word}':${at.map((position) => Math.min(position, LAST_POSITION)).join(',')} `
    if (vector.length + part.length > LARGEST_VECTOR) break
    vector += part
  }
  return vector
}

/** A query, in which nothing of the text is syntax; undefined when there is no word in it. The last word may go on. */
export function formatSearch(asked: readonly SearchWords[]): string | undefined {
  const parts = asked.flatMap(({ text, isPhrase }) => {
    const words = splitWords(text).map((word) => `'${word}'`)
    return words.length === 0 ? [] : [`(${words.join(' <-> ')}${isPhrase ? '' : ':*'})`]
  })
  return parts.length === 0 ? undefined : parts.join(' & ')
}
