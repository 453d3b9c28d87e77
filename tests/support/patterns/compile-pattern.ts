import type { ParsedPattern, PatternNode } from './parse-pattern.ts'

/** What a backtracking engine does, step by step. Addresses are places in the program. */
export type Instruction =
  | { do: 'character'; matches: (character: string) => boolean; isBackward: boolean }
  | { do: 'split'; first: number; second: number }
  | { do: 'jump'; to: number }
  | { do: 'save'; register: number }
  | { do: 'forget'; registers: [from: number, to: number] }
  /** A loop whose body matched nothing ends, as the language has it. */
  | { do: 'progress'; register: number }
  | { do: 'edge'; edge: '^' | '$' | 'b' | 'B' }
  | { do: 'reference'; index: number; isBackward: boolean }
  | { do: 'look'; isNegative: boolean; next: number }
  | { do: 'match' }

export interface Program {
  instructions: Instruction[]
  registerCount: number
  flags: string
}

/** Repetitions with a bound are written out, so that a program has no counters. */
export function compilePattern({ root, groupCount, flags }: ParsedPattern): Program {
  const instructions: Instruction[] = []
  let registerCount = (groupCount + 1) * 2

  function emit(instruction: Instruction): number {
    return instructions.push(instruction) - 1
  }

  function write(node: PatternNode, isBackward: boolean): void {
    switch (node.kind) {
      case 'character':
        emit({ do: 'character', matches: node.matches, isBackward })
        return
      case 'edge':
        emit({ do: 'edge', edge: node.edge })
        return
      case 'reference':
        emit({ do: 'reference', index: node.index, isBackward })
        return
      case 'sequence':
        for (const item of isBackward ? node.items.toReversed() : node.items) write(item, isBackward)
        return
      case 'group': {
        const [start, end] = [node.index * 2, node.index * 2 + 1]
        emit({ do: 'save', register: isBackward ? end : start })
        write(node.body, isBackward)
        emit({ do: 'save', register: isBackward ? start : end })
        return
      }
      case 'choice':
        writeChoice(node.options, isBackward)
        return
      case 'look': {
        const look = { do: 'look' as const, isNegative: node.isNegative, next: 0 }
        emit(look)
        write(node.body, !node.isAhead)
        emit({ do: 'match' })
        look.next = instructions.length
        return
      }
      case 'repeat':
        writeRepeat(node, isBackward)
    }
  }

  function writeChoice([option, ...others]: PatternNode[], isBackward: boolean): void {
    if (!option) return
    if (others.length === 0) {
      write(option, isBackward)
      return
    }
    const split = { do: 'split' as const, first: instructions.length + 1, second: 0 }
    emit(split)
    write(option, isBackward)
    const jump = { do: 'jump' as const, to: 0 }
    emit(jump)
    split.second = instructions.length
    writeChoice(others, isBackward)
    jump.to = instructions.length
  }

  function writeRepeat(node: Extract<PatternNode, { kind: 'repeat' }>, isBackward: boolean): void {
    const { body, min, max, isLazy, groups } = node
    for (let count = 0; count < min; count++) writeOnce(body, groups, isBackward)
    const splits: { first: number; second: number }[] = []
    const from = instructions.length
    for (let count = min; count < Math.min(max, min + 1) || (max !== Infinity && count < max); count++) {
      const split = { do: 'split' as const, first: 0, second: 0 }
      splits.push(split)
      emit(split)
      split[isLazy ? 'second' : 'first'] = instructions.length
      const register = body.kind === 'character' ? undefined : registerCount++
      if (register !== undefined) emit({ do: 'save', register })
      writeOnce(body, groups, isBackward)
      if (register !== undefined) emit({ do: 'progress', register })
    }
    if (max === Infinity) emit({ do: 'jump', to: from })
    for (const split of splits) split[isLazy ? 'first' : 'second'] = instructions.length
  }

  /** Groups inside of a repetition begin each round without what they held before. */
  function writeOnce(body: PatternNode, groups: [number, number], isBackward: boolean): void {
    if (groups[0] <= groups[1]) emit({ do: 'forget', registers: [groups[0] * 2, groups[1] * 2 + 1] })
    write(body, isBackward)
  }

  emit({ do: 'save', register: 0 })
  write(root, false)
  emit({ do: 'save', register: 1 })
  emit({ do: 'match' })
  return { instructions, registerCount, flags }
}
