/** The word of a search at the caret, as far as it is typed. */
export type TypedWord = TypedKey | TypedValue

interface Range {
  /** The range of the search that an offer replaces. */
  from: number
  to: number
}

export interface TypedKey extends Range {
  kind: 'key'
  typed: string
}

export interface TypedValue extends Range {
  kind: 'value'
  /** The key as the user typed it, for example `tags[level]`. */
  key: string
  typed: string
  /** One of several, in brackets. */
  isListed: boolean
  /** The search without the word. */
  rest: string
}

/** Finds the word at the caret; undefined within a quoted phrase, which has nothing to complete. */
export function typedWord(text: string, caret: number): TypedWord | undefined {
  const begin = beginOf(text, caret)
  const from = text[begin] === '!' && begin < caret ? begin + 1 : begin
  const word = text.slice(from, caret)
  const [start, tag, name] = KEY.exec(word) ?? []
  const key = tag ?? name
  if (start !== undefined && key !== undefined) {
    return valueAt(text, { from: from + start.length, caret }, { begin, key: tag ? `tags[${tag}]` : key })
  }
  if (!/^[\w.-]*$/.test(word)) return undefined
  const [, after = ''] = /^([\w.-]*:?)/.exec(text.slice(caret)) ?? []
  return { kind: 'key', from, to: caret + after.length, typed: word }
}

const KEY = /^(?:tags\[([\w.-]{1,200})\]|([A-Za-z_][\w.-]{0,200})):/

/** Where the word at the caret begins: after a space or a parenthesis that is neither quoted nor in brackets. */
function beginOf(text: string, caret: number): number {
  let begin = 0
  let isQuoted = false
  let isListed = false
  for (let at = 0; at < caret; at++) {
    const character = text.charAt(at)
    if (isQuoted && character === '\\') at++
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '[' && text[at - 1] === ':') isListed = true
    else if (character === ']') isListed = false
    else if (!isListed && /[\s()]/.test(character)) begin = at + 1
  }
  return begin
}

function valueAt(
  text: string,
  { from, caret }: { from: number; caret: number },
  { begin, key }: { begin: number; key: string },
): TypedValue {
  const isListed = text[from] === '[' && from < caret
  const separator = Math.max(text.lastIndexOf(',', caret - 1), from)
  const spaces = /^\s*/.exec(text.slice(separator + 1, caret))?.[0].length ?? 0
  const start = isListed ? separator + 1 + spaces : from
  const to = endOf(text, start, caret, isListed)
  const typed = text
    .slice(start, caret)
    .replace(/^"/, '')
    .replace(/"$/, '')
    .replaceAll(/\\([\\"*])/g, '$1')
  const rest = `${text.slice(0, begin)}${isListed ? '' : text.slice(to)}`.trim()
  return { kind: 'value', from: start, to, key, typed, isListed, rest }
}

/** Where a value ends: at its closing quote, or before the next space, comma or bracket. */
function endOf(text: string, start: number, caret: number, isListed: boolean): number {
  const after = text.slice(caret)
  if (text[start] === '"' && !/[^\\]"$/.test(text.slice(start, caret))) {
    const close = after.indexOf('"')
    return close < 0 ? text.length : caret + close + 1
  }
  const end = after.search(isListed ? /[\s,\]]/ : /[\s)]/)
  return end < 0 ? text.length : caret + end
}
