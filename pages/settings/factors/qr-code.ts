import { encode } from 'uqr'

/** A QR code as one path of an SVG, a unit for each of its squares. */
export interface QrCode {
  /** Units of a side, with the margin that readers need around it. */
  size: number
  path: string
}

export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [`M${x} ${y}h${runOf(row, x)}v1H${x}z`] : [])),
  )
  return { size, path: squares.join('') }
}

/** Returns how many dark squares follow each other from there. */
function runOf(row: readonly boolean[], from: number): number {
  const end = row.indexOf(false, from)
  return (end === -1 ? row.length : end) - from
}
