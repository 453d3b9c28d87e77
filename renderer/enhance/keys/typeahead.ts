/** Letters that follow each other within this time are one word. */
const WORD_MS = 700

/**
 * Finds the entry of a menu that begins with what was typed. Pressing the same letter again selects the next match, as
 * operating systems do: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/
 */
export function createTypeahead(): (
  letter: string,
  menu: { names: readonly string[]; at: number; now: number },
) => number | undefined {
  let word = ''
  let typedAt = Number.NEGATIVE_INFINITY
  return (letter, { names, at, now }) => {
    word = now - typedAt > WORD_MS ? letter : word + letter
    typedAt = now
    const isRepeated = [...word].every((each) => each === letter)
    const beginning = (isRepeated ? letter : word).toLocaleLowerCase()
    // A longer word may still be the entry that its first letters led to.
    const from = isRepeated ? at + 1 : Math.max(0, at)
    const order = names.map((_name, index) => (from + index) % names.length)
    return order.find((index) => names[index]?.toLocaleLowerCase().startsWith(beginning))
  }
}
