import { LRUCache } from 'lru-cache'

/** How a visitor wants the desk to be: as they chose it, else as their browser is. */
export interface Preferences {
  theme: Theme
  /** True if single-letter shortcuts are on. */
  hasKeys: boolean
  /** An IANA name. */
  zone: string
  /** Whether the zone was chosen here. Otherwise it is the browser's. */
  chosen: { zone?: string }
}

export type PreferenceChoice = Pick<Preferences, 'theme' | 'hasKeys' | 'chosen'>

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The preferences that were chosen on the settings page, in one browser. */
export const PREFERENCES_COOKIE = 'crumbtrail_preferences'
/** The browser's time zone. A script in the document's head sets it (renderer/shell/zone-script.ts). */
const ZONE_COOKIE = 'crumbtrail_zone'
export const PREFERENCES_MAX_AGE_SECONDS = 400 * 86_400 // Browsers keep no cookie for longer.

export const anyPreferences: Preferences = {
  theme: 'system',
  hasKeys: true,
  zone: 'UTC',
  chosen: {},
}

/** A preference that cannot be read counts as missing. */
export function parsePreferences(cookies: Readonly<Record<string, string | undefined>>): Preferences {
  const own = new URLSearchParams(cookies[PREFERENCES_COOKIE]?.slice(0, 500))
  const theme = parseTheme(own.get('theme'))
  const zone = parseZone(own.get('zone'))
  return {
    theme: theme ?? 'system',
    hasKeys: own.get('keys') !== 'off',
    zone: zone ?? parseZone(cookies[ZONE_COOKIE]) ?? anyPreferences.zone,
    chosen: zone === undefined ? {} : { zone },
  }
}

/** Reads a form: a missing field stays as it is, and an empty zone means the browser's. */
export type PreferenceChanges = Partial<Record<'theme' | 'keys' | 'zone', string>>

export function changePreferences(
  { theme, hasKeys, chosen }: Preferences,
  changes: PreferenceChanges,
): PreferenceChoice | { refusal: string; field: string } {
  const refuse = (field: string, reason: string) => ({
    refusal: `Cannot save the settings: ${reason}`,
    field,
  })
  const next: PreferenceChoice = { theme, hasKeys, chosen }
  if (changes.theme !== undefined) {
    const asked = parseTheme(changes.theme)
    if (asked === undefined) return refuse('theme', 'the theme is not one of system, light, dark')
    next.theme = asked
  }
  if (changes.keys !== undefined) next.hasKeys = changes.keys !== 'off'
  if (changes.zone === '') next.chosen = {}
  else if (changes.zone !== undefined) {
    const zone = parseZone(changes.zone)
    if (zone === undefined) return refuse('zone', 'unknown time zone')
    next.chosen = { zone }
  }
  return next
}

/** Returns the cookie's value; empty if nothing differs from the default. */
export function writePreferences({ theme, hasKeys, chosen }: PreferenceChoice): string {
  return new URLSearchParams({
    ...(theme !== 'system' && { theme }),
    ...(!hasKeys && { keys: 'off' }),
    ...chosen,
  }).toString()
}

function parseTheme(text: string | null | undefined): Theme | undefined {
  return THEMES.find((theme) => theme === text)
}

function parseZone(text: string | null | undefined): string | undefined {
  if (!text || text.length > 60) return undefined
  const known = zones.get(text) ?? { name: findZone(text) }
  zones.set(text, known)
  return known.name
}

/** Every request asks, and the answer is slow: 100 us. */
const zones = new LRUCache<string, { name: string | undefined }>({ max: 1_000 })

function findZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined // A RangeError means that there is no such zone.
  }
}
