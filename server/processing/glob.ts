/**
 * Whether a text is what a pattern says: `*` stands for anything, `?` for one character, all else for itself in any
 * case. Two fingers and no backtracking beyond the last `*`, so that no pattern takes more than text times pattern.
 */
export function matchesGlob(text: string, pattern: string): boolean {
  const given = text.toLowerCase()
  const wanted = pattern.toLowerCase()
  let at = 0
  let place = 0
  let star = -1
  let retry = 0
  while (at < given.length) {
    const symbol = wanted[place]
    if (symbol === '*') {
      star = place++
      retry = at
    } else if (symbol !== undefined && (symbol === '?' || symbol === given[at])) {
      at++
      place++
    } else if (star !== -1) {
      place = star + 1
      at = ++retry
    } else return false
  }
  while (wanted[place] === '*') place++
  return place === wanted.length
}
