import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { zoneScript } from '#renderer/shell/zone-script.ts'
import { anyPreferences } from '#server/hosting/preferences.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

const viewer = { id: 1 } as Visit['viewer'] // no more is read

/** Runs the script in a browser of Tokyo. */
function run(parts: Partial<Visit>, { cookie = '', takesCookies = true, protocol = 'http:' } = {}) {
  const { visit } = aVisit()
  const html = zoneScript(Object.assign(visit, { viewer }, parts))
  const set: string[] = []
  let reloads = 0
  const document = {
    get cookie() {
      return [cookie, ...set.map((text) => text.split(';', 1)[0])].filter(Boolean).join('; ')
    },
    set cookie(text: string) {
      if (takesCookies) set.push(text)
    },
  }
  const location = { protocol, reload: () => reloads++ }
  const DateTimeFormat = () => ({ resolvedOptions: () => ({ timeZone: 'Asia/Tokyo' }) })
  const globals = { document, location, Intl: { DateTimeFormat } }
  runInNewContext(html.replace(/^<script nonce="[^"]*">|<\/script>$/g, ''), globals)
  return { html, set, reloads }
}

const told = 'crumbtrail_zone=Asia%2FTokyo'

describe('zoneScript()', () => {
  it('tells the zone, and loads a page again whose times are in another', () => {
    expect(run({})).toMatchObject({
      set: [`${told}; path=/; max-age=34560000; samesite=lax`],
      reloads: 1,
    })
    expect(run({}, { protocol: 'https:' }).set[0]).toMatch(/; secure$/)
  })

  it('does nothing when the zone is known', () => {
    expect(run({}, { cookie: `theme=dark; ${told}` })).toMatchObject({ set: [], reloads: 0 })
  })

  it('loads nothing again where cookies are refused, or the zone is right already', () => {
    expect(run({}, { takesCookies: false }).reloads).toBe(0)
    expect(run({ preferences: { ...anyPreferences, zone: 'Asia/Tokyo' } })).toMatchObject({
      set: [expect.stringContaining(told)],
      reloads: 0,
    })
  })

  it.each<[string, Partial<Visit>]>([
    ['to somebody without an account, who sees no times', { viewer: undefined }],
    ['to a form, which would be sent twice', { form: new URLSearchParams('a=b') }],
    ['with the result of a form, which would be lost', { flash: { kind: 'done' } }],
  ])('loads no answer again %s', (_, parts) => {
    expect(run(parts)).toMatchObject({ set: [expect.stringContaining(told)], reloads: 0 })
  })

  it('is left out where a zone was chosen in the settings', () => {
    expect(run({ preferences: { ...anyPreferences, chosen: { zone: 'UTC' } } }).html).toBe('')
  })
})
