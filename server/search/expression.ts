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

/** Whether a value is as an operator asks; `distance` is the value less the one that was typed. */
export function isAsked(operator: Operator, distance: number): boolean {
  switch (operator) {
    case '>':
      return distance > 0
    case '>=':
      return distance >= 0
    case '<':
      return distance < 0
    case '<=':
      return distance <= 0
    case '':
      return distance === 0
  }
}

/** What stands between its stars: one piece where there is none. */
export type Pattern = readonly string[]
