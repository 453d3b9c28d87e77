const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `940 B`, `12.4 kB`, `3 GB`: powers of a thousand, as disks are sold. */
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
