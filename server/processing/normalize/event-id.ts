const EVENT_ID = /^[0-9a-f]{32}$/

/** 32 lower-case hex characters; SDKs also write ids as UUIDs. */
export function parseEventId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 36) return undefined
  if (EVENT_ID.test(value)) return value
  const id = value.replaceAll('-', '').toLowerCase()
  return EVENT_ID.test(id) ? id : undefined
}
