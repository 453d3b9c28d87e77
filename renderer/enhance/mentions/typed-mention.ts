export interface Mentionable {
  /** The text that mentions them: `@ada@example.com`, `#billing`. */
  text: string
  name: string
}

/** The mention at the caret, as far as it is typed. */
export interface TypedMention {
  from: number
  typed: string
}

const MOST_OFFERED = 8
const LONGEST = 100

/** Reads the lines that a comment's field has of those who can be mentioned. */
export function parseMentionable(lines: string): Mentionable[] {
  return lines.split('\n').map((line) => {
    const [text = '', name = ''] = line.split('\t')
    return { text, name }
  })
}

/** Undefined where the caret is not behind a name that begins with `@` or `#` at the beginning of a word. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  for (let from = caret - 1; from >= 0 && caret - from <= LONGEST; from--) {
    const character = text.charAt(from)
    if (/\s/.test(character)) return undefined
    const isFirst = from === 0 || /[\s(]/.test(text.charAt(from - 1))
    if (isFirst) return '@#'.includes(character) ? { from, typed: text.slice(from, caret) } : undefined
  }
  return undefined
}

/** Those whose address, slug or name has what is typed: at its beginning first. */
export function offerMentions(all: readonly Mentionable[], typed: string): Mentionable[] {
  const letters = typed.slice(1).toLowerCase()
  const rankOf = ({ text, name }: Mentionable) => {
    if (text.slice(1).toLowerCase().startsWith(letters)) return 0
    if (
      name
        .toLowerCase()
        .split(/\s+/)
        .some((part) => part.startsWith(letters))
    )
      return 1
    return text.toLowerCase().includes(letters, 1) ? 2 : 3
  }
  return all
    .filter((one) => one.text.startsWith(typed.charAt(0)) && rankOf(one) < 3)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MOST_OFFERED)
}
