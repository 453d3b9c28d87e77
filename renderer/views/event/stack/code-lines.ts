import type { NormalizedFrame } from '#server/processing/event.ts'
import { type CodeToken, tokenize } from './tokenize.ts'

export interface CodeLine {
  number: number | undefined
  tokens: CodeToken[]
  isFailing: boolean
}

/** Longer lines come from minified files. Only the part around the column is shown. */
const MAX_LINE_CHARACTERS = 240

/** The failing line and those around it, without their common indentation. */
export function codeLines(frame: NormalizedFrame): CodeLine[] {
  if (frame.context_line === undefined) return []
  const before = frame.pre_context ?? []
  const texts = [...before, frame.context_line, ...(frame.post_context ?? [])]
  const indent = sharedIndent(texts)
  return texts.map((text, index) => {
    const isFailing = index === before.length
    // Columns are counted from 1.
    const column = isFailing && frame.colno !== undefined ? frame.colno - 1 - indent : undefined
    return {
      number: frame.lineno === undefined ? undefined : frame.lineno - before.length + index,
      tokens: clippedTokens(text.slice(indent), column),
      isFailing,
    }
  })
}

function clippedTokens(text: string, column: number | undefined): CodeToken[] {
  if (text.length <= MAX_LINE_CHARACTERS) return tokenize(text, column)
  const start = Math.max(
    0,
    Math.min((column ?? 0) - MAX_LINE_CHARACTERS / 3, text.length - MAX_LINE_CHARACTERS),
  )
  const from = Math.floor(start)
  const end = from + MAX_LINE_CHARACTERS
  const tokens = tokenize(
    text.slice(from, end).toWellFormed(),
    column === undefined ? undefined : column - from,
  )
  if (from > 0) tokens.unshift({ kind: 'comment', text: '… ', isError: false })
  if (end < text.length) tokens.push({ kind: 'comment', text: ' …', isError: false })
  return tokens
}

function sharedIndent(texts: readonly string[]): number {
  const indents = texts.filter((text) => text.trim() !== '').map((text) => /^[ \t]*/.exec(text)?.[0] ?? '')
  const [first = '', ...rest] = indents
  let length = first.length
  for (const indent of rest) {
    while (!indent.startsWith(first.slice(0, length))) length -= 1
  }
  return length
}
