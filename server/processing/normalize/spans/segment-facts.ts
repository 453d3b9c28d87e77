import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { browserOf } from './browser-of.ts'

/** What tells a segment from others of its name. Null where it was not sent. */
export interface SegmentFacts {
  user: string | null
  browser: string | null
  httpStatus: number | null
}

// The names of OpenTelemetry's and Sentry's conventions, the newer ones first.
const USER = ['user.id', 'user.name', 'user.username', 'user.email', 'enduser.id']
const BROWSER = ['browser.name', 'user_agent.name']
const VERSION = ['browser.version', 'user_agent.version']
const USER_AGENT = ['user_agent.original', 'http.user_agent']
const STATUS = ['http.response.status_code', 'http.status_code']

/** Reads them from the attributes of a segment, which are scrubbed by then. */
export function segmentFactsOf(data: JsonObject): SegmentFacts {
  const name = findText(data, BROWSER)
  const userAgent = findText(data, USER_AGENT)
  const named = name === undefined ? undefined : withVersion(name, findText(data, VERSION) ?? '')
  const status = Number(findText(data, STATUS))
  return {
    user: findText(data, USER) ?? null,
    browser: named ?? (userAgent === undefined ? undefined : browserOf(userAgent)) ?? null,
    httpStatus: Number.isInteger(status) && status >= 100 && status <= 599 ? status : null,
  }
}

interface SentFacts {
  user: JsonObject
  browser: JsonObject
  userAgent: unknown
}

/** What a transaction says of them outside of its spans, as attributes. */
export function attributesOfTransaction({ user, browser, userAgent }: SentFacts): JsonObject {
  const known = [
    ['user.id', user.id],
    ['user.name', user.username],
    ['user.email', user.email],
  ] as const
  const who = known.find(([, value]) => isTextOrNumber(value))
  return {
    ...(who && { [who[0]]: who[1] }),
    ...(isTextOrNumber(browser.name)
      ? { 'browser.name': browser.name, 'browser.version': browser.version }
      : isTextOrNumber(userAgent) && { 'user_agent.original': userAgent }),
  }
}

function findText(data: JsonObject, names: readonly string[]): string | undefined {
  const value = names.map((name) => data[name]).find(isTextOrNumber)
  return value === undefined ? undefined : String(value).slice(0, limits.nameChars)
}

function isTextOrNumber(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

function withVersion(name: string, version: string): string {
  const [major = ''] = version.split('.')
  return major === '' ? name : `${name} ${major}`
}
