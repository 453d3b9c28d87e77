import type { FilterTerm, Operator, Pattern, Term } from './expression.ts'
import type { SearchError } from './search-error.ts'

export type Token =
  | { kind: 'open'; isNegated: boolean; at: number }
  | { kind: 'close'; at: number }
  | { kind: 'or'; at: number }
  | { kind: 'term'; term: Term }

/** Each at one place of the text, so that scanning is linear in it. */
const KEY = /(?:tags\[([\w.-]+)\]|([A-Za-z_][\w.-]*)):/y
const OPERATOR = /[<>]=?/y
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
const SPACES = /\s+/y

/**
 * Cuts a search into its words. Whatever looks like code or an address stays a word of the text: `foo(bar)`,
 * `std::bad_alloc`, `https://example.com`, `C:\temp`.
 */
export function scanSearch(text: string): Token[] | SearchError {
  const tokens: Token[] = []
  let place = 0
  let open = 0
  let error: SearchError | undefined

  function take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = place
    const match = expression.exec(text)
    if (match) place += match[0].length
    return match
  }

  /** Reads up to the next space, or to the parenthesis that closes the surrounding group. */
  function takeWord(): string {
    const from = place
    for (let depth = 0; place < text.length; place++) {
      const character = text.charAt(place)
      if (isSpace(character)) break
      if (character === '(') depth++
      if (character !== ')') continue
      if (depth === 0 && open > 0) break
      depth = Math.max(0, depth - 1)
    }
    return text.slice(from, place)
  }

  function fail(at: number, message: string, word = text.slice(at).trimEnd()): undefined {
    error ??= { word, at, message }
    return undefined
  }

  function takePattern(): Pattern | undefined {
    if (text[place] !== '"') return toPattern(takeWord())
    const at = place
    const quoted = take(QUOTED)
    return quoted ? toPattern(quoted[1] ?? '') : fail(at, 'has no closing quote')
  }

  function takeList(at: number): Pattern[] | undefined {
    const values: Pattern[] = []
    place++ // its bracket
    for (;;) {
      take(SPACES)
      const from = place
      if (text[place] === '"') {
        const quoted = take(QUOTED)
        if (!quoted) return fail(from, 'has no closing quote')
        values.push(toPattern(quoted[1] ?? ''))
      } else {
        while (place < text.length && !',]'.includes(text.charAt(place))) place++
        const bare = text.slice(from, place).trim()
        if (bare === '') return fail(at, 'has an empty value in its list', text.slice(at, place + 1))
        values.push(toPattern(bare))
      }
      take(SPACES)
      const end = text[place++]
      if (end === ']') return values
      if (end !== ',') return fail(at, 'has a list that is not closed')
    }
  }

  function takeFilter(at: number, isNegated: boolean, key: string, isTag: boolean): FilterTerm | undefined {
    // one of the four, by the expression
    const operator = (take(OPERATOR)?.[0] ?? '') as Operator
    const pattern = text[place] === '[' ? undefined : takePattern()
    const values = pattern === undefined ? (error ? undefined : takeList(at)) : [pattern]
    if (values === undefined) return undefined
    const isOver = place >= text.length || isSpace(text.charAt(place)) || text[place] === ')'
    if (!isOver) {
      takeWord()
      return fail(at, 'has text after its value', text.slice(at, place))
    }
    return { kind: 'filter', key, isTag, operator, values, isNegated, at, word: text.slice(at, place) }
  }

  function takeTerm(at: number, isNegated: boolean): Term | undefined {
    if (text[place] === '"') {
      const quoted = take(QUOTED)
      if (!quoted) return fail(at, 'has no closing quote')
      const inside = unescapeQuoted(quoted[1] ?? '')
      if (text[place] !== ':' || inside === '' || !beginsValue(place + 1)) {
        return { kind: 'text', text: inside, isPhrase: true, isNegated }
      }
      place++
      return takeFilter(at, isNegated, inside, true)
    }
    const before = place
    const key = take(KEY)
    if (key && beginsValue(place)) {
      return takeFilter(at, isNegated, key[1] ?? key[2] ?? '', key[1] !== undefined)
    }
    place = before
    return { kind: 'text', text: takeWord(), isPhrase: false, isNegated }
  }

  /** What follows a colon that belongs to a word is no value of a key. */
  function beginsValue(index: number): boolean {
    const next = text.charAt(index)
    if (next === '' || isSpace(next) || ':\\)'.includes(next)) return false
    return !text.startsWith('//', index)
  }

  for (take(SPACES); place < text.length && error === undefined; take(SPACES)) {
    const at = place
    const next = text.charAt(place + 1)
    const isNegated = text[place] === '!' && next !== '' && !isSpace(next) && !(next === ')' && open > 0)
    if (isNegated) place++
    if (text[place] === '(') {
      place++
      open++
      tokens.push({ kind: 'open', isNegated, at })
    } else if (text[place] === ')' && !isNegated) {
      place++
      // one that closes nothing was pasted with a message: it says nothing
      if (open > 0) tokens.push({ kind: 'close', at })
      open = Math.max(0, open - 1)
    } else {
      const term = takeTerm(at, isNegated)
      if (term?.kind === 'text' && !term.isPhrase && !isNegated && term.text === 'OR') {
        tokens.push({ kind: 'or', at })
      } else if (term && !(term.kind === 'text' && !term.isPhrase && term.text === 'AND')) {
        tokens.push({ kind: 'term', term })
      }
    }
  }
  return error ?? tokens
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** A backslash makes a star, a quote or itself plain; before anything else it is one. */
function toPattern(raw: string): Pattern {
  const pieces: string[] = ['']
  for (let index = 0; index < raw.length; index++) {
    const character = raw.charAt(index)
    const next = raw.charAt(index + 1)
    if (character === '*') {
      pieces.push('')
      continue
    }
    const isEscape = character === '\\' && next !== '' && '*\\"'.includes(next)
    if (isEscape) index++
    pieces[pieces.length - 1] += isEscape ? next : character
  }
  // Two stars beside each other say what one says.
  return pieces.filter((piece, index) => piece !== '' || index === 0 || index === pieces.length - 1)
}

function unescapeQuoted(raw: string): string {
  return raw.replaceAll(/\\([\\"])/g, '$1')
}
