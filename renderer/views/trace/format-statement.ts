/** Where a line begins; joins and conditions stand one step in. */
const CLAUSES =
  /^(?:select|from|where|group by|order by|having|limit|offset|union all|union|values|set|returning|on conflict|insert into|update|delete from|with)\b/i
const INNER = /^(?:(?:left|right|inner|cross|full)(?: outer)? join|join|and|or)\b/i
/** What the next word belongs to, unless that begins a statement. */
const PHRASE = /^(?:left|right|inner|cross|full|outer|union)$/i
/** Each at one place, so that it is linear: a string, a comment, a word, one character. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|\w+|[\s\S]/y
const LONGEST = 8_000

/** A database's statement over lines; only white space is changed. What is long stays as it is, and so do its strings. */
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
