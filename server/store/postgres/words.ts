import { type Expression, sql } from 'kysely'
import { always, type EngineWords } from '#server/store/words.ts'
import { formatSearch } from './search-texts.ts'
import { toStorable } from './values.ts'

/**
 * How PostgreSQL says the words of `server/store/words.ts`. In a database with the collation C, `lower()` and `ilike` fold
 * the letters of ASCII alone, as SQLite does.
 */
export const postgresWords: EngineWords = {
  least: (one, other) => sql`least(${one}, ${other})`,
  greatest: (one, other) => sql`greatest(${one}, ${other})`,
  like: (text, pattern) => sql`${asText(text)} ilike ${pattern}`,
  contains: (text, part) => sql`strpos(lower(${asText(text)}), lower(${part})) > 0`,
  findsIssue(issueId, words) {
    const search = formatSearch(words)
    if (search === undefined) return always // punctuation says nothing of an issue
    return sql`${issueId} in (select issue_id from issue_text where search @@ ${search}::tsquery)`
  },
  rows(list, columns) {
    const values = Object.entries(columns).map(
      ([name, type], index) => sql`(value ->> ${sql.lit(index)})::${TYPES[type]} as ${sql.id(name)}`,
    )
    return sql`(select ${sql.join(values)} from json_array_elements(${toJson(list)}::json) as given (value))`
  },
  inOrder: (rows, order) => sql`select * from (${rows}) as unsorted order by ${order}`,
  withField(json, field, value) {
    const [object, name] = [sql`${asText(json)}::json`, sql`${field}::text`]
    const added = sql`select ${name}, null where ${object} -> ${name} is null`
    const fields = sql`select key, value from json_each(${object}) union all ${added}`
    const changed = sql`case when key = ${name} then to_json(${value}::text) else value end`
    return sql`(select json_object_agg(key, ${changed})::text from (${fields}) as field (key, value))`
  },
}

const TYPES = { integer: sql`bigint`, text: sql`text` }

/** A parameter alone has no type for the server to go by. */
function asText(text: Expression<unknown>) {
  return sql`cast(${text} as text)`
}

/** JSON escapes what a text on the server cannot contain, and the server refuses to read it. */
function toJson(list: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(list)) return list
  return JSON.stringify(JSON.parse(list), (_key, value) =>
    typeof value === 'string' ? toStorable(value) : value,
  )
}
