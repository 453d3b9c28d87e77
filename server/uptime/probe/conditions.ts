import type { CheckTarget } from '#server/models/uptime/checks.ts'

const MOST_STATUSES = 20
const LONGEST_QUOTE = 60

/** Whether a status is one of those that are right: `2xx`, or a list such as `200, 301, 4xx`. */
export function isExpected(expects: string, status: number): boolean {
  return (parseExpected(expects) ?? []).some((asked) =>
    asked.endsWith('xx') ? asked.startsWith(String(status)[0] ?? '-') : asked === String(status),
  )
}

/** Reads a list of statuses; undefined where a part of it is none. */
export function parseExpected(text: string): string[] | undefined {
  const parts = text.split(/[ ,]/).filter((part) => part !== '')
  const isRight = parts.length > 0 && parts.length <= MOST_STATUSES
  return isRight && parts.every((part) => /^[1-5](?:xx|\d\d)$/.test(part)) ? parts : undefined
}

interface Answered {
  status: number
  /** The beginning of the body. */
  body: string
  /** The body had more. */
  isCut: boolean
}

/** Says which condition an answer does not meet; undefined where it meets all. Texts are compared as they are. */
export function findFault(
  { expects, contains, lacks, method }: Pick<CheckTarget, 'expects' | 'contains' | 'lacks' | 'method'>,
  { status, body, isCut }: Answered,
): string | undefined {
  if (!isExpected(expects, status)) return `It answered ${status} instead of ${expects}`
  if (method === 'HEAD') return undefined
  const what = isCut ? 'The first 64 KiB of its answer' : 'Its answer'
  if (contains !== '' && !body.includes(contains)) {
    return `${what} ${isCut ? 'do' : 'does'} not contain ${quote(contains)}`
  }
  return lacks !== '' && body.includes(lacks) ? `Its answer contains ${quote(lacks)}` : undefined
}

function quote(text: string): string {
  const shown = Array.from(text)
  return `“${shown.slice(0, LONGEST_QUOTE).join('')}${shown.length > LONGEST_QUOTE ? '…' : ''}”`
}
