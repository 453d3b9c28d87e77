/** The logo: small dots that lead to a larger one. It is decoration, since the name stands beside it. */
export function Mark({ width = 26 }: { width?: number }) {
  return (
    <svg width={width} height={(width * 14) / 26} viewBox="0 0 26 14" aria-hidden="true" focusable="false">
      <circle cx="2.2" cy="11.4" r="1.4" fill="var(--ink-3)" />
      <circle cx="7.8" cy="6.9" r="1.8" fill="var(--ink-3)" />
      <circle cx="14" cy="9" r="2.2" fill="var(--ink-2)" />
      <circle cx="21.6" cy="5" r="4.2" fill="var(--trail)" />
    </svg>
  )
}
