import { browserOf } from '#server/processing/normalize/spans/browser-of.ts'

/** In this order, because the later ones also stand in the user agents of the earlier ones. */
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]
const LONGEST = 40

/** A short name for people: `Firefox 145 on Windows`, or the start of a user agent that is no browser's. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null
  const browser = browserOf(userAgent)
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser === undefined) return userAgent.slice(0, LONGEST)
  return system === undefined ? browser : `${browser} on ${system}`
}
