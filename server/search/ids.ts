import { parseEventId } from '#server/processing/normalize/event-id.ts'

/** Reads the id of an event or a trace: both are 32 hex characters, or a UUID. */
export function parseId(text: string): string | undefined {
  return parseEventId(text)
}

/** `SHOP-WEB-418`: the project's slug, and the number in it. */
export function parseShortId(text: string): { projectSlug: string; number: number } | undefined {
  const match = /^([\p{L}\p{N}-]{1,100})-(\d{1,9})$/u.exec(text)
  return match ? { projectSlug: (match[1] ?? '').toLowerCase(), number: Number(match[2]) } : undefined
}
