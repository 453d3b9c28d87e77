export interface CodeToken {
  kind: 'plain' | 'keyword' | 'string' | 'number' | 'comment'
  text: string
  /** Whether the failing column is inside of it. */
  isError: boolean
}

/** The keywords of the languages that report most. */
const KEYWORDS = new Set(
  `abstract and as assert async await begin break case catch class const continue def default del do elif else
  elsif end ensure enum except export extends extern false finally fn for foreach from func function global go if
  impl implements import in instanceof interface is lambda let loop match mod module mut namespace new nil none
  None not null or package pass private protected public raise rescue return self static struct super switch
  this throw throws trait True False true try type typeof undefined unless until use var void while with yield`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * Matches one token: a comment, string, number, word or any other characters. Lines are tokenized one by
 * one, so the inside of a string or comment over several lines is coloured as code. Nothing but the colour
 * is wrong then.
 */
const TOKEN =
  /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$)|(?<=^|\s)#(?=\s).*)|(?<string>(?<!\\)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`))|(?<number>\b\d[\w.]*)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|\s+|[^\s\w]/gsu

export function tokenize(line: string, errorColumn?: number): CodeToken[] {
  const tokens: CodeToken[] = []
  for (const match of line.matchAll(TOKEN)) {
    const [text] = match
    const isError =
      errorColumn !== undefined &&
      text.trim() !== '' &&
      errorColumn >= match.index &&
      errorColumn < match.index + text.length
    const kind = kindOf(match.groups ?? {})
    const last = tokens.at(-1)
    if (last !== undefined && last.kind === kind && kind === 'plain' && !last.isError && !isError)
      last.text += text
    else tokens.push({ kind, text, isError })
  }
  return tokens
}

function kindOf(groups: Record<string, string | undefined>): CodeToken['kind'] {
  if (groups.comment !== undefined) return 'comment'
  if (groups.string !== undefined) return 'string'
  if (groups.number !== undefined) return 'number'
  return groups.word !== undefined && KEYWORDS.has(groups.word) ? 'keyword' : 'plain'
}
