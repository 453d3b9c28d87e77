/** A pattern that was read once, to be held against many texts. */
export interface Glob {
  /** What stands between the stars, in order. */
  pieces: readonly string[]
  /** The longest piece without `?`: a text without it needs no closer look. */
  needed: string
}

const ANY_ONE = '?'

/** Reads a pattern: `*` and `**` stand for anything, `?` for one character, all else for itself. */
export function parseGlob(pattern: string): Glob {
  const pieces = pattern.split(/\*+/)
  const plain = pieces.flatMap((piece) => piece.split(ANY_ONE))
  return { pieces, needed: plain.reduce((most, one) => (one.length > most.length ? one : most), '') }
}

/**
 * Whether a text is what a pattern says. Each piece is looked for once, after the one before it: the first place where it is
 * leaves the most for the rest, so that nothing is ever tried again.
 */
export function matchesPieces(text: string, { pieces, needed }: Glob): boolean {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return text.length === first.length && isAt(text, first, 0)
  if (text.length < first.length + last.length || !text.includes(needed)) return false
  const end = text.length - last.length
  if (!isAt(text, first, 0) || !isAt(text, last, end)) return false
  let place = first.length
  for (const piece of rest) {
    const found = findPiece(text, piece, place)
    if (found === -1 || found + piece.length > end) return false
    place = found + piece.length
  }
  return true
}

function findPiece(text: string, piece: string, from: number): number {
  if (!piece.includes(ANY_ONE)) return text.indexOf(piece, from)
  for (let place = from; place + piece.length <= text.length; place++) {
    if (isAt(text, piece, place)) return place
  }
  return -1
}

function isAt(text: string, piece: string, place: number): boolean {
  if (!piece.includes(ANY_ONE)) return text.startsWith(piece, place)
  if (place + piece.length > text.length) return false
  for (let at = 0; at < piece.length; at++) {
    if (piece[at] !== ANY_ONE && piece[at] !== text[place + at]) return false
  }
  return true
}
