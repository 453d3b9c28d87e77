/** An entry of the palette. */
export interface PaletteOption {
  group: string
  name: string
  /** A few words, such as a project or a key. */
  note?: string
  /** Other words that also find the option. */
  words?: string
  /** A page to open, or a command to run. */
  act: { href: string } | (() => void)
}

/**
 * Finds the options with words that begin with each typed word. Those where the name itself begins so come
 * first. An empty text finds all of them.
 */
export function matchOptions(options: readonly PaletteOption[], text: string): PaletteOption[] {
  const wanted = wordsOf(text)
  const ranked = options.flatMap((option, place) => {
    const words = wordsOf(`${option.name} ${option.words ?? ''}`)
    if (!wanted.every((want) => words.some((word) => word.startsWith(want)))) return []
    const isFirst = wanted[0] === undefined || words[0]?.startsWith(wanted[0])
    return [{ option, rank: (isFirst ? 0 : options.length) + place }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option)
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
