/** Formats any reported value as text: strings unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, isShallow(value) ? undefined : 2) ?? 'undefined'
}

function isShallow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((inner) => typeof inner !== 'object' || inner === null)
}
