import type { Instruction, Program } from './compile-pattern.ts'

export interface CountedMatch {
  /** Where each group begins and ends; -1 for a group that took no part. */
  registers: Int32Array
}

/** How a pattern is used: again and again to the end, or at each place as a tokenizer does. Once costs no more. */
type Use = 'global' | 'sticky'

/** Counts what a backtracking engine does with a text: every instruction, and every way that is taken back. */
export function createCounter({ instructions, registerCount, flags }: Program) {
  const isUnicode = flags.includes('u')
  const isMultiline = flags.includes('m')
  const isInsensitive = flags.includes('i')
  let steps = 0
  let mostSteps = Infinity

  function matchAt(text: string, start: number, from: number, registers: Int32Array): number | undefined {
    // A way that may be taken back: an address and a place, or (address < 0) a register and what it held.
    const ways: number[] = []
    let address = from
    let place = start
    function set(register: number, value: number): void {
      ways.push(-1 - register, registers[register] ?? -1)
      registers[register] = value
    }
    for (;;) {
      if (++steps > mostSteps) return undefined
      const instruction = instructions[address] as Instruction // addresses are the compiler's
      let goesOn = true
      switch (instruction.do) {
        case 'match':
          return place
        case 'character': {
          const character = instruction.isBackward ? characterBefore(text, place) : characterAt(text, place)
          goesOn = character !== '' && instruction.matches(character)
          if (goesOn) place += instruction.isBackward ? -character.length : character.length
          address++
          break
        }
        case 'split':
          ways.push(instruction.second, place)
          address = instruction.first
          break
        case 'jump':
          address = instruction.to
          break
        case 'save':
          set(instruction.register, place)
          address++
          break
        case 'forget':
          for (let register = instruction.registers[0]; register <= instruction.registers[1]; register++)
            set(register, -1)
          address++
          break
        case 'progress':
          goesOn = registers[instruction.register] !== place
          address++
          break
        case 'edge':
          goesOn = isEdge(text, place, instruction.edge)
          address++
          break
        case 'reference': {
          const after = placeAfterReference(text, place, instruction, registers)
          goesOn = after !== undefined
          place = after ?? place
          address++
          break
        }
        case 'look': {
          const inside = registers.slice()
          const found = matchAt(text, place, address + 1, inside) !== undefined
          goesOn = found !== instruction.isNegative
          if (goesOn && found)
            for (const [register, value] of inside.entries())
              if (registers[register] !== value) set(register, value)
          address = instruction.next
        }
      }
      if (goesOn) continue
      for (;;) {
        const before = ways.pop()
        const way = ways.pop()
        if (before === undefined || way === undefined) return undefined
        steps++
        if (way >= 0) {
          address = way
          place = before
          break
        }
        registers[-1 - way] = before
      }
    }
  }

  function characterAt(text: string, place: number): string {
    if (!isUnicode) return text.charAt(place)
    const code = text.codePointAt(place)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  function characterBefore(text: string, place: number): string {
    const last = text.charAt(place - 1)
    return isUnicode && /[\udc00-\udfff]/.test(last) && /[\ud800-\udbff]/.test(text.charAt(place - 2))
      ? text.slice(place - 2, place)
      : last
  }

  function isEdge(text: string, place: number, edge: '^' | '$' | 'b' | 'B'): boolean {
    if (edge === '^') return place === 0 || (isMultiline && /[\n\r\u2028\u2029]/.test(text.charAt(place - 1)))
    if (edge === '$')
      return place === text.length || (isMultiline && /[\n\r\u2028\u2029]/.test(text.charAt(place)))
    return (/\w/.test(text.charAt(place - 1)) !== /\w/.test(text.charAt(place))) === (edge === 'b')
  }

  function placeAfterReference(
    text: string,
    place: number,
    { index, isBackward }: { index: number; isBackward: boolean },
    registers: Int32Array,
  ): number | undefined {
    const [start = -1, end = -1] = [registers[index * 2], registers[index * 2 + 1]]
    if (start < 0 || end < 0) return place
    const held = text.slice(start, end)
    steps += held.length
    const from = isBackward ? place - held.length : place
    const found = from < 0 ? undefined : text.slice(from, from + held.length)
    const isSame = isInsensitive ? found?.toLowerCase() === held.toLowerCase() : found === held
    return isSame ? place + (isBackward ? -held.length : held.length) : undefined
  }

  function find(text: string, from: number, isSticky: boolean): CountedMatch | undefined {
    const registers = new Int32Array(registerCount).fill(-1) // an attempt that fails leaves them so
    for (let start = from; start <= text.length; start++) {
      if (matchAt(text, start, 0, registers) !== undefined) return { registers }
      if (isSticky || steps > mostSteps) return undefined
    }
    return undefined
  }

  return {
    find,
    /** The steps that a use of the pattern on a text takes; it stops counting beyond the most. */
    count(text: string, use: Use, most = Infinity): number {
      steps = 0
      mostSteps = most
      for (let place = 0; place <= text.length && steps <= mostSteps; ) {
        const match = find(text, place, use === 'sticky')
        if (!match && use === 'global') break
        const end = match?.registers[1] ?? place
        place = match && end > (match.registers[0] ?? 0) ? end : Math.max(end, place) + 1
      }
      return steps
    },
  }
}
