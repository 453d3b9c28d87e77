// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { ErrorScreen } from '#renderer/errors/ErrorScreen.tsx'
import { removeOverlay, settleOverlay } from '#renderer/errors/error-overlay.ts'

const isInert = () => document.getElementById('root')?.hasAttribute('inert')

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><a href="/digests">Digests</a></div>'
})

describe('the screen over a broken stream', () => {
  it('takes what it covers out of reach, and offers its copy button, until it leaves', () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      renderToStaticMarkup(<ErrorScreen digest="K7Q2MX-4T9ZPA" isOverlay />),
    )
    const button = document.querySelector('button')
    expect(button?.hidden).toBe(true)
    settleOverlay(document)
    expect([button?.hidden, isInert()]).toEqual([false, true])
    expect(document.title).toBe('Application error · Crumbtrail')
    removeOverlay(document)
    expect([document.querySelector('button'), isInert()]).toEqual([null, false])
  })

  it('leaves a page alone that has none', () => {
    settleOverlay(document)
    removeOverlay(document)
    expect(isInert()).toBe(false)
  })
})
