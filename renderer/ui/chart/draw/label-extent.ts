/** A label to the right of this stands on the left of its line. */
const LATE = 70
/** The width of a character, in percent of a chart on a phone, and that of a gap or ` +2`. */
const CHARACTER = 2.8
const GAP = 10
const LONGEST = 50

/** Where a line's label begins and ends at its widest, in percent of the width. */
export function labelExtent(x: number, text: string): { from: number; to: number } {
  const width = Math.min(LONGEST, text.length * CHARACTER) + GAP
  return isLate(x) ? { from: x - width, to: x } : { from: x, to: x + width }
}

export function isLate(x: number): boolean {
  return x > LATE
}
