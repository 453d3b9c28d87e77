import type { Expression, FilterTerm, Pattern, TextTerm } from '#server/search/expression.ts'

/** In the shortest way that is parsed back to the same. */
export function formatExpression(expression: Expression): string {
  if (expression.kind === 'text') return formatText(expression)
  if (expression.kind === 'filter') return formatFilter(expression)
  const parts = expression.of.map((part) =>
    part.kind === 'any' && !part.isNegated ? `(${formatExpression(part)})` : formatExpression(part),
  )
  const text = parts.join(expression.kind === 'all' ? ' ' : ' OR ')
  return expression.isNegated ? `!(${text})` : text
}

function formatText({ text, isPhrase, isNegated }: TextTerm): string {
  return `${isNegated ? '!' : ''}${isPhrase ? quote(text) : text}`
}

function formatFilter({ key, isTag, operator, values, isNegated }: FilterTerm): string {
  const shown = values.map(formatPattern)
  const value = shown.length === 1 ? shown[0] : `[${shown.join(', ')}]`
  return `${isNegated ? '!' : ''}${isTag ? formatTagKey(key) : key}:${operator}${value}`
}

function formatTagKey(key: string): string {
  return /^[\w.-]+$/.test(key) ? `tags[${key}]` : quote(key)
}

function formatPattern(pieces: Pattern): string {
  const text = pieces.map((piece) => piece.replaceAll(/[\\*]/g, '\\$&')).join('*')
  return /^[\w.@+*-][\w.@+*/:-]*$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`
}

function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
}
