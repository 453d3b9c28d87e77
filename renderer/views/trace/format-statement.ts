/** A new line begins before these words. Joins and conditions are indented by one step. */
const CLAUSES =
  /^(?:select|from|where|group by|order by|having|limit|offset|union all|union|values|set|returning|on conflict|insert into|update|delete from|with)\b/i
const INNER = /^(?:(?:left|right|inner|cross|full)(?: outer)? join|join|and|or)\b/i
/** Words that belong to the next one, unless that begins a statement. */
const PHRASE = /^(?:left|right|inner|cross|full|outer|union)$/i
/**
 * Matches a string, a comment, a word or one character. Each alternative begins differently, so matching
 * is linear.
 */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|\w+|[\s\S]/y
const LONGEST = 8_000

/**
 * Breaks a database's statement into lines. Only white space changes. Statements that are too long, and
 * strings, stay unchanged.
 */
export function formatStatement(statement: string): string {
  if (statement.length > LONGEST || statement.includes('\n')) return statement
  const text = statement.trim()
  const written: string[] = []
  let depth = 0
  let phrase = ''
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const token = match[0]
    if (token === '(') depth++
    else if (token === ')') depth = Math.max(0, depth - 1)
    const rest = depth === 0 && /^\w/.test(token) ? text.slice(match.index, match.index + 24) : ''
    const indent = CLAUSES.test(rest) ? '' : INNER.test(rest) ? '  ' : undefined
    const isInPhrase = PHRASE.test(phrase) && !/^select/i.test(token)
    if (indent !== undefined && written.length > 0 && !isInPhrase) {
      if (written.at(-1) === ' ') written.pop()
      written.push(`\n${indent}`)
    }
    const isSpace = /^\s/.test(token)
    written.push(isSpace ? ' ' : token)
    if (!isSpace) phrase = token
  }
  return written.join('')
}
