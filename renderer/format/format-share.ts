/**
 * Formats a share from 0 to 1 as `99.8 %`. Only exactly one is `100 %`, and only exactly zero is `0 %`. An
 * unknown share is a dash.
 */
export function formatShare(share: number | null): string {
  if (share === null) return '–'
  const tenths = Math.round(share * 1000)
  if (share > 0 && tenths === 0) return '<0.1 %'
  return `${(share < 1 ? Math.min(tenths, 999) : tenths) / 10} %`
}
