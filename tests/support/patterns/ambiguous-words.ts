import type { ParsedPattern } from './parse-pattern.ts'
import { placesOf } from './pattern-places.ts'

/** A text that many places of a pattern can read in more than one way: the more of it, the more ways. */
export interface Ambiguity {
  prefix: string
  pump: string
  /** What may follow so that the pattern fails: characters that the repeated place does not read. */
  suffixes: string[]
}

const LETTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode((code + 97) % 128))
const OTHERS = ['é', '\u00a0', '·', '中', '\u2028', '\u202e', '\ue000', '\ud800', '\ufffd', '😀']
/** Of the words between the same places, edges and what looks around may refuse some. */
const MOST_WORDS = 12
export const ENDS = ['', '\n', '\0']
/** Far beyond what our patterns need; it bounds the search in one that somebody will write. */
const MOST_STATES = 30_000

/** What edges tell apart: `^` and `$` the ends of lines, `\\b` words. */
const EDGES = [/[\n\r\u2028\u2029]/, /\w/]

/** One character for each kind that the pattern tells apart. */
export function alphabetOf({ characters }: ParsedPattern): string[] {
  const kinds = new Map<string, string>()
  for (const character of [...LETTERS, ...OTHERS]) {
    const tests = [...characters, ...EDGES.map((edge) => (text: string) => edge.test(text))]
    const kind = tests.map((matches) => (matches(character) ? '1' : '0')).join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  return [...kinds.values()]
}

/**
 * Finds, for each two places of a pattern, a word that leads from the first to itself, from the first to the second, and
 * from the second to itself. Without such a word no text can take more than linear work; with one it may
 * (Weber and Seidl, On the degree of ambiguity of finite automata, 1991).
 */
export function ambiguitiesOf(pattern: ParsedPattern): Ambiguity[] {
  const { matches, follows } = placesOf(pattern)
  const alphabet = alphabetOf(pattern)
  /** Where each place leads by each character of the alphabet. */
  const steps = follows.map((next) =>
    alphabet.map((character) => next.filter((place) => matches[place]?.(character) === true)),
  )
  const reaches = follows.map((_, place) => reachableFrom(place, follows))
  const cyclic = follows.flatMap((_, place) => (reaches[place]?.has(place) ? [place] : []))
  const found = new Map<string, Ambiguity>()
  for (const first of cyclic) {
    const [prefix] = first === 0 ? [''] : shortestWords([0], [first])
    if (prefix === undefined) continue
    for (const second of cyclic) {
      if (!reaches[first]?.has(second)) continue
      const pumps =
        first === second
          ? wordsOfTwoWays(first)
          : shortestWords([first, first, second], [first, second, second])
      const ends = alphabet.filter((character) => matches[second]?.(character) === false).slice(0, 2)
      const suffixes = [...new Set([...ENDS, ...ends])]
      for (const pump of pumps) found.set(`${prefix}\0${pump}\0${suffixes}`, { prefix, pump, suffixes })
    }
  }
  return [...found.values()]

  /** The shortest words that lead a place back to itself on two ways that part. */
  function wordsOfTwoWays(place: number): string[] {
    return shortestWords([place, place], [place, place], true)
  }

  /** The shortest words that lead each place of a tuple to its place of the other one. */
  function shortestWords(from: number[], to: number[], mustPart = false): string[] {
    const seen = new Set<string>([`${from}`])
    const words: string[] = []
    let edge = [{ places: from, word: '', hasParted: false }]
    while (edge.length > 0 && words.length === 0 && seen.size < MOST_STATES) {
      const next: typeof edge = []
      for (const { places, word, hasParted } of edge) {
        for (const [index, character] of alphabet.entries()) {
          for (const after of tuplesAfter(places, index)) {
            if (after.some((place, at) => place !== to[at] && !reaches[place]?.has(to[at] ?? 0))) continue
            const parts = hasParted || (mustPart && after[0] !== after[1])
            if (parts === mustPart && `${after}` === `${to}`) words.push(word + character)
            const key = `${after},${parts}`
            if (seen.has(key)) continue
            seen.add(key)
            next.push({ places: after, word: word + character, hasParted: parts })
          }
        }
      }
      edge = next
    }
    return chosen(words)
  }

  function tuplesAfter(places: number[], character: number): number[][] {
    return places.reduce<number[][]>(
      (tuples, place) =>
        tuples.flatMap((tuple) => (steps[place]?.[character] ?? []).map((next) => [...tuple, next])),
      [[]],
    )
  }
}

/** Those first that make a new line or a new word begin after them. */
function chosen(words: string[]): string[] {
  const rank = (word: string) =>
    EDGES.findIndex((edge, index) => edge.test(word.at(-1) ?? '') === (index === 0))
  const ranks = (word: string) => (rank(word) === -1 ? EDGES.length : rank(word))
  return [...new Set(words)].sort((one, other) => ranks(one) - ranks(other)).slice(0, MOST_WORDS)
}

function reachableFrom(start: number, follows: number[][]): Set<number> {
  const reached = new Set<number>()
  const waiting = [...(follows[start] ?? [])]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    waiting.push(...(follows[place] ?? []))
  }
  return reached
}
