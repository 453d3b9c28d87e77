import type { Pattern } from './expression.ts'

/** Matches like LIKE, piece after piece, without a regular expression that a pattern could make slow. */
export function isLike(text: string | null, pattern: Pattern): boolean {
  if (text === null) return false
  const whole = text.toLowerCase()
  const pieces = pattern.map((piece) => piece.toLowerCase())
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return whole === first
  if (!whole.startsWith(first)) return false
  let place = first.length
  for (const piece of rest) {
    const found = whole.indexOf(piece, place)
    if (found < 0) return false
    place = found + piece.length
  }
  return whole.length - last.length >= place && whole.endsWith(last)
}
