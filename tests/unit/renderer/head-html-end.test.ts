import type { PageContextServer } from 'vike/types'
import { describe, expect, it } from 'vitest'
import headHtmlEnd from '../../../renderer/+headHtmlEnd.ts'
import type { Visit } from '../../../server/hosting/visit.ts'
import { aVisit } from '../../support/a-visit.ts'

describe('headHtmlEnd', () => {
  it('names the trace, as text', () => {
    const traceMeta = () => [
      { name: 'sentry-trace', content: '1-2-1' },
      { name: 'baggage', content: '"><script>' },
    ]
    expect(htmlFor({ traceMeta })).toBe(
      '<meta name="sentry-trace" content="1-2-1"/><meta name="baggage" content="&quot;&gt;&lt;script&gt;"/>',
    )
  })

  it('tells the browser where to report, when it should', () => {
    const browserTelemetry = { dsn: 'http://k@desk.test/1', release: 'a&b', environment: 'test' }
    const content =
      '{&quot;dsn&quot;:&quot;http://k@desk.test/1&quot;,&quot;release&quot;:&quot;a&amp;b&quot;'
    expect(htmlFor({ browserTelemetry })).toContain(`<meta name="crumbtrail-telemetry" content="${content}`)
    expect(htmlFor({})).toBe('')
  })

  it('has nothing to say where nobody visits', () => {
    expect(headHtmlEnd({} as PageContextServer)).toBe('') // no more is read
  })
})

function htmlFor(parts: Partial<Visit>): string {
  const visit = Object.assign(aVisit().visit, parts)
  return headHtmlEnd({ visit } as PageContextServer) // no more is read
}
