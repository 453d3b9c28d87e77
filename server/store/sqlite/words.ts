import { sql } from 'kysely'
import { always, type EngineWords } from '#server/store/words.ts'
import { formatFullText } from './full-text.ts'

/** How SQLite says the words of `server/store/words.ts`. */
export const sqliteWords: EngineWords = {
  least: (one, other) => sql`min(${one}, ${other})`,
  greatest: (one, other) => sql`max(${one}, ${other})`,
  like: (text, pattern) => sql`${text} like ${pattern} escape '\\'`,
  contains: (text, part) => sql`instr(lower(${text}), ${lower(part)}) > 0`,
  findsIssue(issueId, words) {
    const match = formatFullText(words)
    if (match === undefined) return always // punctuation says nothing of an issue
    return sql`${issueId} in (select rowid from issue_search where issue_search match ${match})`
  },
  rows(list, columns) {
    const values = Object.keys(columns).map(
      (name, index) => sql`value ->> ${sql.lit(index)} as ${sql.id(name)}`,
    )
    return sql`(select ${sql.join(values)} from json_each(${list}))`
  },
  inOrder: (rows) => rows,
  withField: (json, field, value) => sql`json_set(${json}, ${`$.${field}`}, ${value})`,
}

/** What SQLite's lower() and LIKE fold too: letters of ASCII alone. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
