import { describe, expect, it } from 'vitest'
import {
  anyPreferences,
  changePreferences,
  parsePreferences,
  writePreferences,
} from '#server/hosting/preferences.ts'

const read = (cookies: Record<string, string> = {}, acceptLanguage?: string) =>
  parsePreferences({ cookies, acceptLanguage })

describe('readPreferences()', () => {
  it('knows nothing of who says nothing', () => {
    expect(read()).toEqual(anyPreferences)
  })

  it('takes the zone and the language of the browser', () => {
    expect(read({ crumbtrail_zone: 'Europe/Berlin' }, 'de-DE,de;q=0.9,en;q=0.8')).toMatchObject({
      zone: 'Europe/Berlin',
      language: 'de-DE',
      chosen: {},
    })
  })

  it('takes what was chosen before that', () => {
    const cookies = {
      crumbtrail_preferences: 'theme=dark&keys=off&language=fr&zone=Asia%2FTokyo',
      crumbtrail_zone: 'Europe/Berlin',
    }
    expect(read(cookies, 'de')).toEqual({
      theme: 'dark',
      hasKeys: false,
      language: 'fr',
      zone: 'Asia/Tokyo',
      chosen: { language: 'fr', zone: 'Asia/Tokyo' },
    })
  })

  it.each([
    [{ crumbtrail_zone: 'Mars/Olympus' }, '*'],
    [{ crumbtrail_zone: 'x'.repeat(10_000) }, 'tlh-Klingon-and-more'],
    [{ crumbtrail_zone: '"><script>' }, '<b>'],
    [{ crumbtrail_preferences: 'theme=pink&zone=..%2F&language=zz-ZZ' }, 'en'],
    [{ crumbtrail_preferences: '%E0%A4%A&&&=' }, ''],
  ])('is as if %o and %j were not there', (cookies, acceptLanguage) => {
    expect(read(cookies, acceptLanguage)).toEqual(anyPreferences)
  })

  it.each([
    ['zh-Hant-TW', 'zh-TW'],
    ['PT-br;q=0.5', 'pt-BR'],
    ['en', 'en-GB'],
  ])('reads %s as %s', (acceptLanguage, language) => {
    expect(read({}, acceptLanguage).language).toBe(language)
  })
})

describe('changePreferences()', () => {
  it('changes what is named, and is read back', () => {
    const changed = changePreferences(anyPreferences, { theme: 'light', keys: 'off', zone: 'Europe/Berlin' })
    if ('refusal' in changed) throw new Error(changed.refusal)
    expect(read({ crumbtrail_preferences: writePreferences(changed) })).toMatchObject({
      theme: 'light',
      hasKeys: false,
      zone: 'Europe/Berlin',
      chosen: { zone: 'Europe/Berlin' },
    })
  })

  it('gives language and zone back to the browser', () => {
    const before = { ...anyPreferences, chosen: { language: 'de', zone: 'Europe/Berlin' } }
    expect(changePreferences(before, { language: '', zone: '' })).toMatchObject({ chosen: {} })
  })

  it('writes nothing where nothing is chosen', () => {
    expect(writePreferences(anyPreferences)).toBe('')
  })

  it.each([
    [{ theme: 'pink' }, 'Cannot save the settings: the theme is not one of system, light, dark'],
    [{ zone: 'Mars/Olympus' }, 'Cannot save the settings: unknown time zone'],
    [{ language: '!' }, 'Cannot save the settings: this language is not supported'],
  ])('refuses %o', (changes, refusal) => {
    expect(changePreferences(anyPreferences, changes)).toEqual({ refusal, field: Object.keys(changes)[0] })
  })
})
