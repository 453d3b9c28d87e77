import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ErrorScreen } from '#renderer/errors/ErrorScreen.tsx'

const textOf = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/s, '')
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .filter(Boolean)

describe('ErrorScreen', () => {
  it('speaks of the browser, without a digest, when there is none', () => {
    const html = renderToStaticMarkup(<ErrorScreen />)
    expect(textOf(html)).toEqual(['Application error: a client-side exception has occurred', 'Try again'])
  })

  it('speaks of the server and shows the digest when there is one', () => {
    const html = renderToStaticMarkup(<ErrorScreen digest="K7Q2MX-4T9ZPA" />)
    expect(textOf(html)).toEqual([
      'Application error: a server-side exception has occurred',
      'Digest',
      'K7Q2MX-4T9ZPA',
      'Try again',
      'Copy digest',
    ])
  })

  it('needs no style sheet and no script: no class, and a button that needs a script is hidden', () => {
    const html = renderToStaticMarkup(<ErrorScreen digest="K7Q2MX-4T9ZPA" isOverlay />)
    expect(html).not.toContain('class=')
    expect(html).not.toContain('<script')
    expect(html).toMatch(/<button[^>]* hidden=""/)
    expect(html).toMatch(/<code style="[^"]*user-select:all/)
  })

  it('is a page of its own, and over another one a dialog: there is one <main>', () => {
    expect(renderToStaticMarkup(<ErrorScreen digest="K7Q2MX-4T9ZPA" />)).toMatch(/^<main /)
    const overlay = renderToStaticMarkup(<ErrorScreen digest="K7Q2MX-4T9ZPA" isOverlay />)
    expect(overlay).not.toContain('<main')
    expect(overlay).toMatch(
      /^<div id="error-screen" role="alertdialog" aria-modal="true" aria-label="Application error: a server-side/,
    )
  })
})
