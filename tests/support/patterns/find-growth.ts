import { type Ambiguity, alphabetOf, ambiguitiesOf, ENDS } from './ambiguous-words.ts'
import { compilePattern } from './compile-pattern.ts'
import { createCounter } from './count-steps.ts'
import { type ParsedPattern, type PatternNode, parsePattern } from './parse-pattern.ts'
import { hasLoop } from './pattern-places.ts'

/** A text that shows that a pattern's work grows faster than the text. */
export interface Growth {
  text: string
  /** How many times the steps for each character become more when the text becomes four times as long. */
  factor: number
}

/** Characters of the texts that are tried first; longer where a repetition begins late. */
const LENGTH = 400
/** Steps for each character at four times the length: linear work has 1 times as many, quadratic work 4. */
const MOST_FACTOR = 2
/** Steps that no text takes which is not the last, unless the pattern is exponential. */
const ENDLESS = 10_000_000
/** Below it no longer text is needed. */
const CLEAR_FACTOR = 1.4

/** Finds a text against which the pattern's work is worse than linear, if there is one. */
export function findGrowth(source: string, flags: string): Growth | undefined {
  const pattern = parsePattern(source, flags)
  if (!hasLoop(pattern)) return undefined
  const use = flags.includes('y') ? 'sticky' : 'global'
  const { count } = createCounter(compilePattern(pattern))
  const first = LENGTH + 8 * bound(pattern.root, 'min')
  const rounds = bound(pattern.root, 'max')

  /** Takes longer texts as long as the work for each character becomes more. */
  function factorOf({ prefix, pump }: Ambiguity, suffix: string): number {
    // There bounded repetitions have reached their bounds, and work that is linear behind them shows.
    const last = Math.max(4 * first, 8 * rounds * pump.length)
    const text = (characters: number) => prefix + pump.repeat(Math.ceil(characters / pump.length)) + suffix
    let steps = count(text(first / 4), use, ENDLESS)
    for (let length = first; ; length *= 4) {
      const isLast = length >= last
      const most = isLast ? steps * 4 * 4 : ENDLESS
      const more = count(text(length), use, most)
      if (more > ENDLESS) return Infinity
      const factor = more / steps / 4
      if (factor <= CLEAR_FACTOR || isLast) return factor
      steps = more
    }
  }
  for (const ambiguity of pumpsOf(pattern)) {
    for (const suffix of ambiguity.suffixes) {
      const factor = factorOf(ambiguity, suffix)
      if (factor > MOST_FACTOR) return { text: describe(ambiguity, suffix), factor }
    }
  }
  return undefined
}

/** The words that can be read in two ways; and each character alone, for what the search for them does not see. */
function pumpsOf(pattern: ParsedPattern): Ambiguity[] {
  return [
    ...ambiguitiesOf(pattern),
    ...alphabetOf(pattern).map((pump) => ({ prefix: '', pump, suffixes: ENDS })),
  ]
}

/** The rounds that bounded repetitions make at least or at most, one inside of the other. */
function bound(node: PatternNode, end: 'min' | 'max'): number {
  if (node.kind === 'sequence') return Math.max(1, ...node.items.map((item) => bound(item, end)))
  if (node.kind === 'choice') return Math.max(1, ...node.options.map((option) => bound(option, end)))
  if (node.kind === 'group' || node.kind === 'look') return bound(node.body, end)
  if (node.kind !== 'repeat') return 1
  const rounds = node[end] === Infinity ? node.min : node[end]
  return bound(node.body, end) * Math.max(rounds, 1)
}

function describe({ prefix, pump }: Ambiguity, suffix: string): string {
  const parts = [prefix, suffix].map((part) => (part === '' ? undefined : JSON.stringify(part)))
  return [parts[0], `${JSON.stringify(pump)} many times`, parts[1]].filter(Boolean).join(' + ')
}
