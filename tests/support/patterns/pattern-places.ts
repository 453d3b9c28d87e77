import type { ParsedPattern, PatternNode } from './parse-pattern.ts'

/** The pattern's places that read a character, and which may come after which. */
export interface Places {
  /** Undefined for the first place, which stands for all that is read before a match begins. */
  matches: ((character: string) => boolean)[]
  follows: number[][]
}

interface Part {
  first: number[]
  last: number[]
  isOptional: boolean
}

/** A repetition of more rounds than these counts as one without an end: whether that matters is measured, not computed. */
const MOST_ROUNDS = 4

/** Whether a pattern repeats anything so often that the length of a text could matter to what one attempt costs. */
export function hasLoop({ root }: ParsedPattern): boolean {
  return isLoop(root)
}

function isLoop(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.some(isLoop)
  if (node.kind === 'choice') return node.options.some(isLoop)
  if (node.kind === 'group' || node.kind === 'look') return isLoop(node.body)
  return node.kind === 'repeat' && (node.max - node.min > MOST_ROUNDS || isLoop(node.body))
}

/** Glushkov's automaton of a pattern, begun anywhere: place 0 reads anything, again and again. */
export function placesOf({ root }: ParsedPattern): Places {
  const matches: Places['matches'] = [() => true]
  const follows: Set<number>[] = [new Set([0])]

  function join(before: number[], after: number[]): void {
    for (const place of before) for (const next of after) follows[place]?.add(next)
  }

  function partOf(node: PatternNode): Part {
    switch (node.kind) {
      case 'character': {
        const place = matches.push(node.matches) - 1
        follows.push(new Set())
        return { first: [place], last: [place], isOptional: false }
      }
      case 'edge':
      case 'reference':
        return { first: [], last: [], isOptional: true }
      case 'group':
        return partOf(node.body)
      case 'look':
        // What it reads is read once more behind it: it is a way that leads nowhere.
        return { first: partOf(node.body).first, last: [], isOptional: true }
      case 'choice': {
        const parts = node.options.map(partOf)
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          isOptional: parts.some(({ isOptional }) => isOptional),
        }
      }
      case 'sequence':
        return inSequence(node.items.map(partOf))
      case 'repeat':
        return repeated(node)
    }
  }

  function inSequence(parts: Part[]): Part {
    return parts.reduce(
      (before, part) => {
        join(before.last, part.first)
        return {
          first: before.isOptional ? [...before.first, ...part.first] : before.first,
          last: part.isOptional ? [...before.last, ...part.last] : part.last,
          isOptional: before.isOptional && part.isOptional,
        }
      },
      { first: [], last: [], isOptional: true },
    )
  }

  function repeated({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>): Part {
    const parts = Array.from({ length: min }, () => partOf(body))
    const isEndless = max - min > MOST_ROUNDS
    for (let round = min; round < (isEndless ? min + 1 : max); round++) {
      const part = partOf(body)
      if (isEndless) join(part.last, part.first)
      parts.push({ ...part, isOptional: true })
    }
    return inSequence(parts)
  }

  join([0], partOf(root).first)
  return { matches, follows: follows.map((next) => [...next]) }
}
