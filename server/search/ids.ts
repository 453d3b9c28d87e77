/** Ids of events and traces: 32 hex characters, or a UUID. */
export function readId(text: string): string | undefined {
  const hex = text.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(hex) ? hex : undefined
}

/** `SHOP-WEB-418`: the project's slug, and the number in it. */
export function readShortId(text: string): { projectSlug: string; number: number } | undefined {
  const match = /^([\p{L}\p{N}-]{1,100})-(\d{1,9})$/u.exec(text)
  return match ? { projectSlug: (match[1] ?? '').toLowerCase(), number: Number(match[2]) } : undefined
}
