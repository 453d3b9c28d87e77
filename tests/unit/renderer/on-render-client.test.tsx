// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import type { PageContextClient } from 'vike/types'
import { afterEach, describe, expect, it } from 'vitest'
import { onRenderClient } from '../../../renderer/+onRenderClient.tsx'
import { overlayId, settleOverlay } from '../../../renderer/error-overlay.ts'

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

  it('rejects with what a page throws, so that the error page is shown', async () => {
    const Broken = () => {
      throw new TypeError('no price')
    }
    await expect(onRenderClient(contextOf(Broken))).rejects.toThrow('no price')
  })
})

function contextOf(
  Page: () => ReactNode,
  { isHydration = false, title = 'Title' }: { isHydration?: boolean; title?: string } = {},
): PageContextClient {
  const config = { title, reactStrictMode: false }
  return { Page, config, isHydration, isClientSide: true } as unknown as PageContextClient // what vike-react reads of it
}
