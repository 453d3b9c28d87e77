import type { PageContextServer } from 'vike/types'
import { describe, expect, it } from 'vitest'
import headHtmlEnd from '#renderer/+headHtmlEnd.ts'
import { anyPreferences } from '#server/hosting/preferences.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

/** Without a choice: the system's. */
const anyTheme =
  '<meta name="color-scheme" content="light dark"/>' +
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8">' +
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12100e">'

describe('headHtmlEnd', () => {
  it('names the trace, as text', () => {
    const traceMeta = () => [
      { name: 'sentry-trace', content: '1-2-1' },
      { name: 'baggage', content: '"><script>' },
    ]
    expect(htmlFor({ traceMeta })).toBe(
      `${anyTheme}<meta name="sentry-trace" content="1-2-1"/><meta name="baggage" content="&quot;&gt;&lt;script&gt;"/>`,
    )
  })

  it('tells the browser where to report, when it should', () => {
    const browserTelemetry = { dsn: 'http://k@desk.test/1', release: 'a&b', environment: 'test' }
    const content =
      '{&quot;dsn&quot;:&quot;http://k@desk.test/1&quot;,&quot;release&quot;:&quot;a&amp;b&quot;'
    expect(htmlFor({ browserTelemetry })).toContain(`<meta name="crumbtrail-telemetry" content="${content}`)
    expect(htmlFor({})).toBe(anyTheme)
  })

  it('says no more than that where nobody visits', () => {
    expect(headHtmlEnd({} as PageContextServer)).toBe(anyTheme) // no more is read
  })

  it('is of the theme that was chosen, whatever the system has', () => {
    expect(htmlFor({ preferences: { ...anyPreferences, theme: 'dark', chosen: { zone: 'UTC' } } })).toBe(
      '<meta name="color-scheme" content="dark"/><meta name="theme-color" content="#12100e"/>',
    )
  })
})

function htmlFor(parts: Partial<Visit>): string {
  const preferences = { ...anyPreferences, chosen: { zone: 'UTC' } }
  const visit = Object.assign(aVisit().visit, { preferences }, parts)
  return headHtmlEnd({ visit } as PageContextServer) // no more is read
}
