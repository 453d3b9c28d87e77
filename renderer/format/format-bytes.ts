const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats as `940 B`, `12.4 kB` or `3 GB`, in powers of 1,000 as disk sizes are. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'unknown'
  let scaled = Math.max(0, bytes)
  let unit = 0
  while (scaled >= 999.5 && unit < UNITS.length - 1) {
    scaled /= 1000
    unit++
  }
  const text =
    unit === 0 || scaled >= 99.95 ? String(Math.round(scaled)) : scaled.toFixed(1).replace(/\.0$/, '')
  return `${text} ${UNITS[unit]}`
}
