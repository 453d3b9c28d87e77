import { LRUCache } from 'lru-cache'

/** How a visitor wants the desk to be: as they chose it, else as their browser is. */
export interface Preferences {
  theme: Theme
  /** True if single-letter shortcuts are on. */
  hasKeys: boolean
  /** BCP 47, without extensions. */
  language: string
  /** An IANA name. */
  zone: string
  /** Which of the last two were chosen here. */
  chosen: { language?: string; zone?: string }
}

export type PreferenceChoice = Pick<Preferences, 'theme' | 'hasKeys' | 'chosen'>

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The preferences that were chosen on the settings page, in one browser. */
export const PREFERENCES_COOKIE = 'crumbtrail_preferences'
/** The browser's time zone, which its own script sets. */
const ZONE_COOKIE = 'crumbtrail_zone'
export const PREFERENCES_MAX_AGE_SECONDS = 400 * 86_400 // Browsers keep no cookie for longer.

export const anyPreferences: Preferences = {
  theme: 'system',
  hasKeys: true,
  language: 'en-GB',
  zone: 'UTC',
  chosen: {},
}

interface Told {
  cookies: Readonly<Record<string, string | undefined>>
  acceptLanguage: string | undefined
}

/** A preference that cannot be read counts as missing. */
export function parsePreferences({ cookies, acceptLanguage }: Told): Preferences {
  const own = new URLSearchParams(cookies[PREFERENCES_COOKIE]?.slice(0, 500))
  const theme = parseTheme(own.get('theme'))
  const language = parseLanguage(own.get('language'))
  const zone = parseZone(own.get('zone'))
  return {
    theme: theme ?? 'system',
    hasKeys: own.get('keys') !== 'off',
    language: language ?? languageOf(acceptLanguage) ?? anyPreferences.language,
    zone: zone ?? parseZone(cookies[ZONE_COOKIE]) ?? anyPreferences.zone,
    chosen: { ...(language !== undefined && { language }), ...(zone !== undefined && { zone }) },
  }
}

/** Reads a form: a missing field stays as it is, and an empty language or zone means the browser's. */
export type PreferenceChanges = Partial<Record<'theme' | 'keys' | 'language' | 'zone', string>>

export function changePreferences(
  { theme, hasKeys, chosen }: Preferences,
  changes: PreferenceChanges,
): PreferenceChoice | { refusal: string; field: string } {
  const refuse = (field: string, reason: string) => ({
    refusal: `Cannot save the settings: ${reason}`,
    field,
  })
  const next: PreferenceChoice = { theme, hasKeys, chosen: { ...chosen } }
  if (changes.theme !== undefined) {
    const asked = parseTheme(changes.theme)
    if (asked === undefined) return refuse('theme', 'the theme is not one of system, light, dark')
    next.theme = asked
  }
  if (changes.keys !== undefined) next.hasKeys = changes.keys !== 'off'
  for (const [name, parse, reason] of [
    ['language', parseLanguage, 'this language is not supported'],
    ['zone', parseZone, 'unknown time zone'],
  ] as const) {
    const text = changes[name]
    if (text === undefined) continue
    const asked = parse(text)
    if (text !== '' && asked === undefined) return refuse(name, reason)
    if (asked === undefined) delete next.chosen[name]
    else next.chosen[name] = asked
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

/** Keeps a language, and its region if there is one: nothing else changes how a time is written. */
function parseLanguage(text: string | null | undefined): string | undefined {
  const [, language, region] = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?$/i.exec(text?.trim() ?? '') ?? []
  if (language === undefined) return undefined
  const tag =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`
  return known(languages, tag, () => Intl.DateTimeFormat.supportedLocalesOf(tag)[0])
}

function parseZone(text: string | null | undefined): string | undefined {
  if (!text || text.length > 60) return undefined
  return known(
    zones,
    text,
    () => new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone,
  )
}

/** Returns the first of a list like `de-DE,de;q=0.9,en;q=0.8`: browsers send their preferred one first. */
function languageOf(acceptLanguage: string | undefined): string | undefined {
  const language = parseLanguage(acceptLanguage?.split(/[,;]/, 1)[0])
  return language === 'en' ? anyPreferences.language : language // A bare `en` names no region.
}

const MOST_KNOWN = 1_000
const languages = new LRUCache<string, Answer>({ max: MOST_KNOWN })
const zones = new LRUCache<string, Answer>({ max: MOST_KNOWN })

interface Answer {
  text: string | undefined
}

/** Every request asks, and the answer is slow: 100 us. */
function known(
  answers: LRUCache<string, Answer>,
  text: string,
  answer: () => string | undefined,
): string | undefined {
  const given = answers.get(text)
  if (given) return given.text
  let found: string | undefined
  try {
    found = answer()
  } catch {
    found = undefined // A RangeError means that there is no such zone.
  }
  answers.set(text, { text: found })
  return found
}
