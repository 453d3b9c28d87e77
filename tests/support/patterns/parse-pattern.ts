/** A regular expression as a tree: what stands in it, and what may follow what. */
export type PatternNode =
  | { kind: 'character'; matches: (character: string) => boolean }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | {
      kind: 'repeat'
      body: PatternNode
      min: number
      max: number
      isLazy: boolean
      groups: [from: number, to: number]
    }
  | { kind: 'group'; body: PatternNode; index: number }
  | {
      kind: 'look'
      body: PatternNode
      isAhead: boolean
      isNegative: boolean
      groups: [from: number, to: number]
    }
  | { kind: 'reference'; index: number }
  | { kind: 'edge'; edge: '^' | '$' | 'b' | 'B' }

export interface ParsedPattern {
  root: PatternNode
  /** Every single character of the pattern, as a test of one: what its alphabet is made from. */
  characters: ((character: string) => boolean)[]
  groupCount: number
  flags: string
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/y
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/y
const CLASS = /\[(?:[^\]\\]|\\[\s\S])*\]/y
const GROUP = /\((?:\?(?:(:)|(<?[=!])|<([^=!>][^>]*)>))?/y

/** Reads the syntax that our sources use, and throws at what it does not know: sets of `v`, modifiers in groups. */
export function parsePattern(source: string, flags: string): ParsedPattern {
  if (flags.includes('v'))
    throw new Error(`Cannot parse the pattern /${source}/${flags}: the flag v is unknown here`)
  const characters: ParsedPattern['characters'] = []
  const names = groupNames(source)
  let position = 0
  let groupCount = 0

  function take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = position
    const match = token.exec(source)
    if (match) position += match[0].length
    return match
  }

  function choice(): PatternNode {
    const options = [sequence()]
    while (source[position] === '|') {
      position++
      options.push(sequence())
    }
    const [only] = options
    return options.length === 1 && only ? only : { kind: 'choice', options }
  }

  function sequence(): PatternNode {
    const items: PatternNode[] = []
    while (position < source.length && source[position] !== '|' && source[position] !== ')') {
      const firstGroup = groupCount
      items.push(quantified(term(), [firstGroup + 1, groupCount]))
    }
    return { kind: 'sequence', items }
  }

  function quantified(body: PatternNode, groups: [number, number]): PatternNode {
    const match = take(QUANTIFIER)
    if (!match) return body
    const [whole, least, comma, most, lazy] = match
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[whole[0] ?? '']
    const min = simple?.[0] ?? Number(least)
    const max = simple?.[1] ?? (comma === undefined ? min : most === '' ? Infinity : Number(most))
    return { kind: 'repeat', body, min, max, isLazy: lazy === '?', groups }
  }

  function term(): PatternNode {
    const first = source[position] ?? ''
    if (first === '(') return group()
    if (first === '^' || first === '$') {
      position++
      return { kind: 'edge', edge: first }
    }
    if (first === '[') return character(take(CLASS)?.[0] ?? '')
    if (first === '\\') return escaped(take(ESCAPE)?.[0] ?? '')
    const single = flags.includes('u') ? String.fromCodePoint(source.codePointAt(position) ?? 0) : first
    position += single.length
    return character(single === '.' || !/[{}\]/]/.test(single) ? single : `\\${single}`)
  }

  function group(): PatternNode {
    const [whole = '', plain, look] = take(GROUP) ?? []
    if (whole === '(' && source[position] === '?')
      throw new Error(`Cannot parse the pattern /${source}/${flags}: it has a group of an unknown kind`)
    const isCaptured = plain === undefined && look === undefined
    if (isCaptured) groupCount++
    const index = groupCount
    const body = choice()
    position++ // the closing parenthesis
    if (isCaptured) return { kind: 'group', body, index }
    if (look === undefined) return body
    return {
      kind: 'look',
      body,
      isAhead: !look.startsWith('<'),
      isNegative: look.endsWith('!'),
      groups: [index + 1, groupCount],
    }
  }

  function escaped(token: string): PatternNode {
    if (token === '\\b' || token === '\\B') return { kind: 'edge', edge: token === '\\b' ? 'b' : 'B' }
    if (/^\\[1-9]$/.test(token) && Number(token[1]) <= names.length)
      return { kind: 'reference', index: Number(token[1]) }
    if (token !== '\\k') return character(token)
    const name = take(/<([^>]+)>/y)?.[1] ?? ''
    return { kind: 'reference', index: names.indexOf(name) + 1 }
  }

  /** The engine itself says what a single character matches, so that classes and cases are as it has them. */
  function character(token: string): PatternNode {
    const expression = new RegExp(`^(?:${token})$`, flags.replace(/[dgmy]/g, ''))
    const known = new Map<string, boolean>()
    const ascii = Array.from({ length: 128 }, (_, code) => expression.test(String.fromCharCode(code)))
    function matches(text: string): boolean {
      const found = (text.length === 1 ? ascii[text.charCodeAt(0)] : undefined) ?? known.get(text)
      if (found !== undefined) return found
      known.set(text, expression.test(text))
      return known.get(text) === true
    }
    characters.push(matches)
    return { kind: 'character', matches }
  }

  const root = choice()
  if (position < source.length)
    throw new Error(`Cannot parse the pattern /${source}/${flags}: it goes on at ${position}`)
  return { root, characters, groupCount, flags }
}

/** Names by the number of their group: a reference may stand before the group that it names. */
function groupNames(source: string): string[] {
  const opened = source.matchAll(/\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|\((?:\?<([^=!>][^>]*)>|(?!\?))/g)
  return [...opened].filter(([token]) => token.startsWith('(')).map(([, name]) => name ?? '')
}
