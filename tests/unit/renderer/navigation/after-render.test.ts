// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { installAnnouncer, settlePage } from '#renderer/navigation/after-render.ts'

beforeEach(() => {
  document.body.innerHTML = '<main><h1>Projects</h1><input name="name"><h2 id="events">Events</h2></main>'
  document.title = 'Projects'
  location.hash = ''
  installAnnouncer(document)
})

describe('settlePage()', () => {
  it('announces the title and moves the focus to the heading', () => {
    settlePage(document, document.body, 'Projects')
    expect(document.activeElement?.textContent).toBe('Projects')
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toBe('Projects')
  })

  it('leaves the focus where the page has put it', () => {
    const field = document.querySelector('input')
    field?.focus()
    settlePage(document, document.body, 'Projects')
    expect(document.activeElement).toBe(field)
  })

  it('moves it away from what was focused before', () => {
    const field = document.querySelector('input')
    field?.focus()
    settlePage(document, field, 'Projects')
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('leaves it to the place that a hash names', () => {
    location.hash = '#events'
    settlePage(document, document.body, 'Projects')
    expect(document.activeElement).toBe(document.body)
  })

  it('does without a heading', () => {
    document.querySelector('h1')?.remove()
    settlePage(document, document.body, 'Projects')
    expect(document.activeElement).toBe(document.body)
  })
})
