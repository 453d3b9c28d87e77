import { parseEventId } from '#server/processing/normalize/event-id.ts'

const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** 32 lower-case hex characters; all zeros stand for none: https://www.w3.org/TR/trace-context/#trace-id */
export function parseTraceId(value: unknown): string | undefined {
  const id = parseEventId(value)
  return id === NO_TRACE ? undefined : id
}

/** 16 lower-case hex characters. */
export function parseSpanId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[0-9a-f]{16}$/i.test(value)) return undefined
  const id = value.toLowerCase()
  return id === NO_SPAN ? undefined : id
}
