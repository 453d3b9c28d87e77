const MOST_MS = 60 * 60 * 1_000

/**
 * How long a receiver asks to wait, in milliseconds, an hour at most: by its header, in seconds or as a date
 * (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after), or in the body, where Discord, Matrix, Telegram and Zulip
 * have it.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body: string,
  now: number,
): number | undefined {
  const asked = ofHeader(headers['retry-after']?.trim(), now) ?? ofBody(body)
  return asked === undefined ? undefined : Math.min(Math.max(asked, 0), MOST_MS)
}

function ofHeader(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(value)) return Math.ceil(Number(value) * 1_000)
  const date = /^[A-Z][a-z]{2},? /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : date - now
}

function ofBody(body: string): number | undefined {
  const answer = parseAnswer(body)
  const { parameters, retry_after, retry_after_ms, 'retry-after': dashed } = answer
  if (typeof retry_after_ms === 'number') return Math.ceil(retry_after_ms)
  const nested = isObject(parameters) ? parameters.retry_after : undefined
  const seconds = [retry_after, dashed, nested].find((value) => typeof value === 'number')
  return typeof seconds === 'number' ? Math.ceil(seconds * 1_000) : undefined
}

/** The object that a service answered as JSON; an empty one where it answered anything else. */
export function parseAnswer(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
