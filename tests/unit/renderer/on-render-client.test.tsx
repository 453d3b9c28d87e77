// @vitest-environment happy-dom
import { type ReactNode, useEffect } from 'react'
import type { PageContextClient } from 'vike/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onRenderClient } from '#renderer/+onRenderClient.tsx'
import Wrapper from '#renderer/+Wrapper.tsx'
import { overlayId, settleOverlay } from '#renderer/errors/error-overlay.ts'
import { installAnnouncer } from '#renderer/navigation/after-render.ts'
import { browserNavigation } from '#renderer/navigation/browser-navigation.ts'
import { tracing } from '#renderer/telemetry/browser-telemetry.ts'

// vike-react keeps one React root a document, so the steps of one visit follow each other here.
describe('onRenderClient', () => {
  const overlay = () => document.getElementById(overlayId)

  afterEach(() => overlay()?.remove())

  it('hydrates what the server rendered, and leaves the screen of a broken stream where it is', async () => {
    document.body.innerHTML = `<div id="root"><p>first</p></div><div id="${overlayId}">broken</div>`
    const paragraph = document.querySelector('p')
    await onRenderClient(contextOf(() => <p>first</p>, { isHydration: true }))
    expect(document.querySelector('p')).toBe(paragraph)
    expect(overlay()?.textContent).toBe('broken')
  })

  it('renders the next page in its place, title and all, and takes that screen away', async () => {
    document.body.insertAdjacentHTML('beforeend', `<div id="${overlayId}">broken</div>`)
    settleOverlay(document)
    await onRenderClient(contextOf(() => <p>second</p>, { title: 'Second' }))
    expect(document.getElementById('root')?.textContent).toBe('second')
    expect(document.title).toBe('Second')
    expect(overlay()).toBeNull()
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(false)
  })

  it('moves the focus to the new heading, announces the title, and ends the navigation', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {})) // a server that stalls
    installAnnouncer(document)
    browserNavigation?.begin('/third')
    await onRenderClient(contextOf(() => <h1>third</h1>, { title: 'Third', urlOriginal: '/third' }))
    expect(document.activeElement?.tagName).toBe('H1')
    expect(document.querySelector('[aria-live]')?.textContent).toBe('Third')
    expect(browserNavigation?.end('/third')).toBeUndefined() // it has ended
    vi.unstubAllGlobals()
  })

  it('tells the trace of a page that is not there', async () => {
    tracing?.startNavigation('/nowhere', 'missed')
    await onRenderClient(contextOf(() => <h1>Page not found</h1>, { is404: true }))
    expect(tracing?.activeSpan().root.attributes).toMatchObject({ 'http.response.status_code': 404 })
  })

  it('shows the screen where an effect of the layout breaks, around whatever page', async () => {
    const Layout = ({ children }: { children: ReactNode }) => {
      useEffect(() => {
        throw new TypeError('no frame')
      }, [])
      return <nav>{children}</nav>
    }
    const config = { title: 'Broken', Layout: [Layout], Wrapper: [Wrapper] }
    await onRenderClient(contextOf(() => <h1>page</h1>, { config }))
    await vi.waitFor(() =>
      expect(document.querySelector('h1')?.textContent).toBe(
        'Application error: a client-side exception has occurred',
      ),
    )
    expect(document.querySelector('nav')).toBeNull()
  })

  it('rejects with what a page throws, so that the error page is shown', async () => {
    const Broken = () => {
      throw new TypeError('no price')
    }
    await expect(onRenderClient(contextOf(Broken))).rejects.toThrow('no price')
  })
})

interface Parts {
  isHydration?: boolean
  title?: string
  urlOriginal?: string
  is404?: boolean
  config?: object
}

function contextOf(Page: () => ReactNode, parts: Parts = {}): PageContextClient {
  const { isHydration = false, title = 'Title', ...rest } = parts
  const config = { title, reactStrictMode: false, ...parts.config }
  // what vike-react reads of it
  return {
    Page,
    isHydration,
    isClientSide: true,
    urlOriginal: '/page',
    ...rest,
    config,
  } as unknown as PageContextClient
}
