// @vitest-environment happy-dom
import type { PageContextClient } from 'vike/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onBeforeRoute } from '#renderer/+onBeforeRoute.client.ts'
import { onHydrationEnd } from '#renderer/+onHydrationEnd.ts'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import { carryPageOver, keepPage } from '#renderer/navigation/saved-form-state.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

/** What left for the server, and whether it was given up. */
let requests: { url: string; signal: AbortSignal | null | undefined }[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push({ url, signal: init?.signal })
    return new Promise(() => {}) // a server that stalls
  })
})
afterEach(() => {
  browserNavigation?.stop()
  browserNavigation?.loads.abortAll()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const routing = (urlOriginal: string, isClientSideNavigation = true) =>
  onBeforeRoute({ urlOriginal, isClientSideNavigation } as PageContextClient) // what is read of it

describe('onBeforeRoute', () => {
  it('begins a navigation, and gives up the one before it', () => {
    routing('/issues?a=1')
    routing('/issues?a=1')
    expect(requests.map(({ url }) => url)).toEqual(['/issues/index.pageContext.json?a=1'])
    routing('/projects')
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  it('begins none for the first page and for prefetches', () => {
    routing('/issues', false)
    expect(requests).toEqual([])
  })
})

describe('onHydrationEnd', () => {
  it.each([
    [
      'asks what is new where the way back led to a document',
      'back_forward',
      ['/issues/index.pageContext.json'],
    ],
    ['asks nothing of a document that has just come', 'navigate', []],
  ])('%s', (_name, type, expected) => {
    history.replaceState(null, '', '/issues')
    vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ type }] })
    const data: PageData = { page: 1, frame: aFrame() }
    browserNavigation?.show('/issues', data, true)
    onHydrationEnd()
    expect(requests.map(({ url }) => url)).toEqual(expected)
  })

  it('brings back what was typed before "Try again", and prefetches from now on', async () => {
    document.body.innerHTML = '<input name="name" value="typed"><a href="/projects">Projects</a>'
    keepPage(window)
    carryPageOver(sessionStorage)
    const field = document.querySelector('input')
    if (field !== null) field.value = ''
    onHydrationEnd()
    expect(field?.value).toBe('typed')
    document.querySelector('a')?.dispatchEvent(new Event('focusin', { bubbles: true }))
    await expect.poll(() => requests.map(({ url }) => url)).toEqual(['/projects/index.pageContext.json'])
  })
})
