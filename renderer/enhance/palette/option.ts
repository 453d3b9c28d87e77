/** Something that the palette offers. */
export interface PaletteOption {
  group: string
  name: string
  /** In few words: which project, which key. */
  note?: string
  /** Other words by which it is found. */
  words?: string
  /** A page to go to, or something to be done. */
  act: { href: string } | (() => void)
}

/** Those whose words begin with all that was typed, those first whose name does; without a text all of them. */
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
