// @vitest-environment happy-dom
import type { PageContext } from 'vike/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { data } from '#renderer/+data.ts'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'

const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
let asked: string[]
let answer: () => Response

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answer()
  })
})
afterEach(() => {
  browserNavigation?.stop()
  browserNavigation?.loads.drop()
  vi.unstubAllGlobals()
})

const contextOf = (parts: Partial<PageContext> = {}) =>
  ({ isClientSide: true, urlOriginal: '/issues?a=1', ...parts }) as PageContext // what is read of it
const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { date } })

describe('+data in a browser', () => {
  it('asks for the page’s payload, once while it is kept', async () => {
    answer = json({ data: { page: 1, frame: { path: '/issues' } } })
    const found = { page: 1, frame: { path: '/issues', now: Date.parse(date) } }
    expect(await data(contextOf())).toEqual(found)
    browserNavigation?.end('/issues?a=1')
    expect(await data(contextOf())).toEqual(found)
    expect(asked).toEqual(['/issues/index.pageContext.json?a=1'])
  })

  it('throws what Vike is to do, and what the error page shows', async () => {
    answer = json({ redirect: '/sign-in' }, 401)
    await expect(data(contextOf())).rejects.toMatchObject({
      _pageContextAbort: { _urlRedirect: { url: '/sign-in' } },
    })
    browserNavigation?.stop()
    answer = json({ error: { digest: 'K7Q2MX-4T9ZPA' } }, 500)
    await expect(data(contextOf({ urlOriginal: '/issues/8' }))).rejects.toMatchObject({
      digest: 'K7Q2MX-4T9ZPA',
    })
  })

  it('asks for nothing where the error page is shown', async () => {
    expect(await data(contextOf({ is404: true }))).toMatchObject({ page: undefined })
    expect(asked).toEqual([])
  })
})
