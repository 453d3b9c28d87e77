const MOST = 3
const LONGEST = 60

/** Those of some words that a misspelled one may have meant, the nearest first. Case does not matter. */
export function nearestWords(word: string, words: Iterable<string>): string[] {
  const typed = word.toLowerCase()
  if (typed === '' || typed.length > LONGEST) return []
  const near: { name: string; distance: number }[] = []
  for (const name of new Set(words)) {
    const distance = distanceOf(typed, name.toLowerCase())
    if (distance !== undefined) near.push({ name, distance })
  }
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** Undefined when a word is not near: neither a few slips away, nor the beginning or a dotted part of the other. */
function distanceOf(typed: string, name: string): number | undefined {
  const mostSlips = Math.max(1, Math.floor(typed.length / 3))
  const isClose = Math.abs(typed.length - name.length) <= mostSlips
  const slips = isClose ? countSlips(typed, name) : mostSlips + 1
  if (slips <= mostSlips) return slips
  const isPart = typed.length > 1 && (name.startsWith(typed) || name.split(/[._]/).includes(typed))
  return isPart ? mostSlips + 1 : undefined
}

/** Letters that are missing, added, other ones or swapped (optimal string alignment). */
function countSlips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      current.push(slips)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
