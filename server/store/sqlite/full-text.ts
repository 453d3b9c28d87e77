import type { SearchWords } from '#server/store/words.ts'

/** What makes a word for SQLite's unicode61: https://sqlite.org/fts5.html#unicode61_tokenizer */
const HAS_LETTERS = /[\p{L}\p{N}\p{Co}]/u

/**
 * A query of FTS5, in which nothing of the text is syntax; undefined when there is no word in it. A word stands for all
 * that begin with it; of `price.missing` the first part is whole.
 */
export function formatFullText(words: readonly SearchWords[]): string | undefined {
  const parts = words
    .map(({ text, isPhrase }) => ({ text: text.replaceAll('\0', ' ').toWellFormed(), isPhrase }))
    .filter(({ text }) => HAS_LETTERS.test(text))
    .map(({ text, isPhrase }) => `"${text.replaceAll('"', '""')}"${isPhrase ? '' : ' *'}`)
  return parts.length === 0 ? undefined : parts.join(' AND ')
}
