import type { Refusal } from '#server/models/refusal.ts'
import { CHECK_METHODS, type CheckTarget, type GivenCheck } from '#server/models/uptime/checks.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import type { SavedCheck } from '#server/store/uptime/checks.ts'
import { parseExpected } from '#server/uptime/probe/conditions.ts'

const LONGEST_NAME = 80
const LONGEST_URL = 2_000
const LONGEST_TEXT = 500
const LONGEST_BODY = 10_000
const MOST_HEADERS = 20
const MOST_HEADER_CHARACTERS = 8_000
const MOST_MINUTES = 60
const MOST_SECONDS = 30
/** What a request says of itself, and nobody else may. */
const OWN_HEADERS = new Set([
  ...[
    'connection',
    'content-length',
    'expect',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
  ...['accept-encoding', 'sentry-trace', 'baggage', 'traceparent'],
])

type Headers = CheckTarget['headers']

/** Reads the form of a check, or says what is wrong with it. */
export function readCheck(given: GivenCheck, savedHeaders: Headers): SavedCheck | Refusal {
  const name = given.name.trim()
  if (name === '' || name.length > LONGEST_NAME) {
    return refuse(`its name must have 1 to ${LONGEST_NAME} characters`, 'name')
  }
  const url = readUrl(given.url)
  if ('refusal' in url) return url
  const method = CHECK_METHODS.find((known) => known === given.method)
  if (method === undefined) return refuse('choose GET, HEAD or POST', 'method')
  const everyMinutes = readWhole(given.everyMinutes, MOST_MINUTES)
  if (everyMinutes === undefined) return refuse(`give 1 to ${MOST_MINUTES} minutes`, 'everyMinutes')
  const seconds = readWhole(given.timeoutSeconds, MOST_SECONDS)
  if (seconds === undefined) return refuse(`give 1 to ${MOST_SECONDS} seconds`, 'timeoutSeconds')
  const expected = parseExpected(given.expects)
  if (expected === undefined) return refuse('give statuses such as 2xx or 200, 301', 'expects')
  const texts = readTexts(given)
  if ('refusal' in texts) return texts
  const headers = given.forgetsHeaders ? [] : readHeaders(given.headers, savedHeaders)
  if ('refusal' in headers) return headers
  const asked = {
    url: url.href,
    method,
    headers,
    expects: expected.join(', '),
    timeoutMs: seconds * SECOND_MS,
  }
  return { name, target: { ...asked, ...texts }, everyMinutes }
}

function readUrl(text: string): URL | Refusal {
  const url = text.trim().length > LONGEST_URL ? null : URL.parse(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return refuse('its address must begin with https:// or http://', 'url')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('its address must have no password: send it as a header', 'url')
  }
  url.hash = ''
  return url
}

function readTexts({ contains, lacks, body, method }: GivenCheck) {
  if (contains.length > LONGEST_TEXT) return refuse(`give at most ${LONGEST_TEXT} characters`, 'contains')
  if (lacks.length > LONGEST_TEXT) return refuse(`give at most ${LONGEST_TEXT} characters`, 'lacks')
  if (body.length > LONGEST_BODY) {
    return refuse(`its body must have at most ${LONGEST_BODY.toLocaleString('en-US')} characters`, 'body')
  }
  if (method === 'HEAD' && (contains !== '' || lacks !== '')) {
    return refuse('HEAD gets no body that could contain a text', 'method')
  }
  return { contains, lacks, body }
}

function readHeaders(text: string, saved: Headers): Headers | Refusal {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return saved
  if (lines.length > MOST_HEADERS || text.length > MOST_HEADER_CHARACTERS) {
    return refuse(`give at most ${MOST_HEADERS} headers`, HEADERS_FIELD)
  }
  const headers: [string, string][] = []
  for (const [index, line] of lines.entries()) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    // What is wrong is named by its line: the value may be secret.
    if (colon < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return refuse(`line ${index + 1} of its headers is not "Name: value"`, HEADERS_FIELD)
    }
    if (OWN_HEADERS.has(name.toLowerCase())) return refuse(`the header ${name} cannot be set`, HEADERS_FIELD)
    headers.push([name, value])
  }
  return headers
}

/** A secret's field: nothing of it is sent back to the page. */
const HEADERS_FIELD = 'secret.headers'

function readWhole(text: string, most: number): number | undefined {
  const number = Number(text.trim() || Number.NaN)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

function refuse(message: string, field: string): Refusal {
  return { refusal: `Cannot save the check: ${message}`, field }
}
