import type { NormalizedRequest } from '#server/processing/event.ts'
import { FILTERED } from '#server/processing/secrets/names.ts'
import { toPlainText, toValueText } from './plain-text.ts'

export interface CurlCommand {
  command: string
  /** What was scrubbed, and is not in it: header names, `query`, `body`. */
  leftOut: string[]
}

/** What curl says by itself, or what belongs to the connection that was. */
const OF_THE_CONNECTION = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
])
/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,200}$/

/**
 * The request again, for a POSIX shell. Everything reported is in single quotes, without control codes: neither a
 * shell nor the terminal that it is pasted into finds anything to act upon. Undefined without an http(s) address.
 */
export function formatCurl(request: NormalizedRequest): CurlCommand | undefined {
  const address = addressOf(request)
  if (address === undefined) return undefined
  const method = /^[a-z]{1,20}$/i.test(request.method ?? '') ? (request.method ?? '').toUpperCase() : 'GET'
  const headers = request.headers.filter(
    ([name]) => TOKEN.test(name) && !OF_THE_CONNECTION.has(name.toLowerCase()),
  )
  const body = bodyOf(request)
  const isHidden = (text: string) => text.includes(FILTERED)
  const parts = [
    '--globoff', // braces and brackets of the address are meant
    ...(method === 'GET' && body === undefined ? [] : [`--request ${method}`]),
    quoted(address.url),
    ...headers
      .filter(([, value]) => !isHidden(value))
      .map(([name, value]) => `--header ${header(name, value)}`),
    ...(body === undefined || isHidden(body) ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return {
    command: `curl ${parts.join(' \\\n  ')}`,
    leftOut: [
      ...(address.hasSecret ? ['query'] : []),
      ...headers.filter(([, value]) => isHidden(value)).map(([name]) => name),
      ...(body !== undefined && isHidden(body) ? ['body'] : []),
    ],
  }
}

function addressOf({ url = '', query_string = '' }: NormalizedRequest) {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  if (parsed.search === '' && query_string !== '') parsed.search = query_string
  const whole = parsed.searchParams.toString()
  for (const [name, value] of [...parsed.searchParams]) {
    if (value.includes(FILTERED)) parsed.searchParams.delete(name)
  }
  const hasSecret = parsed.searchParams.toString() !== whole
  return { url: parsed.href, hasSecret }
}

function bodyOf({ data, headers }: NormalizedRequest): string | undefined {
  if (data === undefined || data === null || data === '') return undefined
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (typeof data === 'object' && !Array.isArray(data) && type.includes('x-www-form-urlencoded')) {
    const fields = Object.entries(data).map(([name, value]): [string, string] => [name, toValueText(value)])
    // the mark stays readable, so that it is found
    return fields.some(([, value]) => value.includes(FILTERED))
      ? FILTERED
      : String(new URLSearchParams(fields))
  }
  return toValueText(data)
}

/** curl takes a header without a value for one to leave out, unless it ends in a semicolon. */
function header(name: string, value: string): string {
  const text = toPlainText(value).replace(/\s+/g, ' ').trim()
  return quoted(text === '' ? `${name};` : `${name}: ${text}`)
}

function quoted(text: string): string {
  return `'${toPlainText(text).replaceAll("'", "'\\''")}'`
}
