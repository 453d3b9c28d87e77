import type { Bin } from '#renderer/ui/chart/draw/draw-histogram.ts'

/**
 * The growth factor of a sketch's bins. It also serves as the lower edge of the first bin, which begins at
 * zero.
 */
const GROWTH = 1.02

/**
 * Merges bins into fewer ones of equal width on a logarithmic axis. Each small bin counts in the one that
 * contains its middle.
 */
export function groupBins(bins: readonly Bin[], most = 40): Bin[] {
  const [first, last] = [bins[0], bins.at(-1)]
  if (!first || !last) return []
  const from = first.from > 0 ? first.from : first.to / GROWTH
  const ratio = Math.max(GROWTH, (last.to / from) ** (1 / most))
  const count = Math.max(1, Math.round(Math.log(last.to / from) / Math.log(ratio)))
  const grouped = Array.from({ length: count }, (_, index) => ({
    from: from * ratio ** index,
    to: from * ratio ** (index + 1),
    count: 0,
  }))
  for (const bin of bins) {
    const middle = Math.sqrt(Math.max(bin.from, from) * bin.to)
    const index = Math.floor(Math.log(middle / from) / Math.log(ratio))
    const group = grouped[Math.min(count - 1, Math.max(0, index))]
    if (group) group.count += bin.count
  }
  return grouped
}
