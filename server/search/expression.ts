/** A search as it was typed: what its words mean is read in meaning.ts. */
export type Expression = Group | Term

export interface Group {
  kind: 'all' | 'any'
  of: Expression[]
  isNegated: boolean
}

export type Term = TextTerm | FilterTerm

export interface TextTerm {
  kind: 'text'
  text: string
  /** A quoted phrase: its words must be adjacent. */
  isPhrase: boolean
  isNegated: boolean
}

/** `key:value`, `key:>value` or `key:[value, value]`. */
export interface FilterTerm {
  kind: 'filter'
  key: string
  /** Written as `tags[key]` or `"key"`: a tag even if one of our own keys has its name. */
  isTag: boolean
  operator: Operator
  /** Any of them; at least one. */
  values: Pattern[]
  isNegated: boolean
  /** Where it begins in the text, and how it stands there: for saying what is wrong with it. */
  at: number
  word: string
}

export type Operator = '' | '>' | '>=' | '<' | '<='

/** What stands between its stars: one piece where there is none. */
export type Pattern = readonly string[]

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
