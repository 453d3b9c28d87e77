/** 32 lower-case hex characters; SDKs also write ids as UUIDs. */
export function parseEventId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 36) return undefined
  const id = value.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(id) ? id : undefined
}
