/** Right of this a label stands on the left of its line. */
const LATE = 70
/** Of the width of a chart on a phone, in percent; and a gap, or ` +2`. */
const CHARACTER = 2.8
const GAP = 10
const LONGEST = 50

/** Where a line's label begins and ends, in percent of the width, at its widest. */
export function labelExtent(x: number, text: string): { from: number; to: number } {
  const width = Math.min(LONGEST, text.length * CHARACTER) + GAP
  return isLate(x) ? { from: x - width, to: x } : { from: x, to: x + width }
}

export function isLate(x: number): boolean {
  return x > LATE
}
