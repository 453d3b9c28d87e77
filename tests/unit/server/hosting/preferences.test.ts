import { describe, expect, it } from 'vitest'
import {
  anyPreferences,
  changePreferences,
  parsePreferences,
  writePreferences,
} from '#server/hosting/preferences.ts'

const read = (cookies: Record<string, string> = {}) => parsePreferences(cookies)

describe('readPreferences()', () => {
  it('knows nothing of who says nothing', () => {
    expect(read()).toEqual(anyPreferences)
  })

  it('takes the zone of the browser', () => {
    expect(read({ crumbtrail_zone: 'Europe/Berlin' })).toMatchObject({
      zone: 'Europe/Berlin',
      chosen: {},
    })
  })

  it('takes what was chosen before that', () => {
    const cookies = {
      crumbtrail_preferences: 'theme=dark&keys=off&zone=Asia%2FTokyo',
      crumbtrail_zone: 'Europe/Berlin',
    }
    expect(read(cookies)).toEqual({
      theme: 'dark',
      hasKeys: false,
      zone: 'Asia/Tokyo',
      chosen: { zone: 'Asia/Tokyo' },
    })
  })

  it.each([
    { crumbtrail_zone: 'Mars/Olympus' },
    { crumbtrail_zone: 'x'.repeat(10_000) },
    { crumbtrail_zone: '"><script>' },
    { crumbtrail_preferences: 'theme=pink&zone=..%2F' },
    { crumbtrail_preferences: '%E0%A4%A&&&=' },
  ])('is as if %o were not there', (cookies) => {
    expect(read(cookies as Record<string, string>)).toEqual(anyPreferences)
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

  it('gives the zone back to the browser', () => {
    const before = { ...anyPreferences, chosen: { zone: 'Europe/Berlin' } }
    expect(changePreferences(before, { zone: '' })).toMatchObject({ chosen: {} })
  })

  it('writes nothing where nothing is chosen', () => {
    expect(writePreferences(anyPreferences)).toBe('')
  })

  it.each([
    [{ theme: 'pink' }, 'Cannot save the settings: the theme is not one of system, light, dark'],
    [{ zone: 'Mars/Olympus' }, 'Cannot save the settings: unknown time zone'],
  ])('refuses %o', (changes, refusal) => {
    expect(changePreferences(anyPreferences, changes)).toEqual({ refusal, field: Object.keys(changes)[0] })
  })
})
