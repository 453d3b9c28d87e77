// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPlainClick, isRouted, leaveToBrowser, routedLinkAt } from '#renderer/navigation/links.ts'
import { isConnectionSparing } from '#renderer/navigation/prefetch/prefetch-links.ts'

beforeEach(() => history.replaceState(null, '', '/issues?project=shop'))
afterEach(() => {
  document.body.innerHTML = ''
})

function link(html: string): HTMLAnchorElement {
  document.body.innerHTML = html
  const found = document.querySelector('a')
  if (found === null) throw new Error(`Cannot find a link in ${html}`)
  return found
}

describe('isRouted()', () => {
  it.each([
    ['a path', '<a href="/projects">', true],
    ['this page', '<a href="/issues?project=shop">', true],
    ['its own target', '<a href="/projects" target="_self">', true],
    ['a place in another page', '<a href="/projects#b">', true],
    ['a place in this page', '<a href="#b">', false],
    ['a place in this page, in full', '<a href="/issues?project=shop#b">', false],
    ['another origin', '<a href="https://elsewhere.example/">', false],
    ['another scheme', '<a href="mailto:a@example.test">', false],
    ['a script', '<a href="javascript:void 0">', false],
    ['a target', '<a href="/projects" target="_blank">', false],
    ['a target by name', '<a href="/projects" target="beside">', false],
    ['a download', '<a href="/projects" download>', false],
    ['rel="external"', '<a href="/projects" rel="nofollow external">', false],
    ['an empty address', '<a href="">', false],
    ['no address', '<a>', false],
    ['what Vike was told to leave', '<a href="/projects" data-vike="false">', false],
  ])('of %s', (_name, html, expected) => {
    expect(isRouted(link(`${html}text</a>`), location)).toBe(expected)
  })
})

it('finds the link around what was clicked', () => {
  const inner = link('<a href="/projects"><b>text</b></a>').querySelector('b')
  expect(routedLinkAt(inner, location)?.pathname).toBe('/projects')
  expect(routedLinkAt(document.body, location)).toBeUndefined()
  expect(routedLinkAt(null, location)).toBeUndefined()
})

it('keeps Vike from following what belongs to the browser', () => {
  for (const attributes of ['target="beside"', 'rel="nofollow external"']) {
    const one = link(`<a href="/projects" ${attributes}>text</a>`)
    leaveToBrowser(one)
    expect(one.dataset.vike).toBe('false')
  }
  const plain = link('<a href="/projects">text</a>')
  leaveToBrowser(plain)
  expect(plain.dataset.vike).toBeUndefined()
})

it.each<[MouseEventInit, boolean]>([
  [{}, true],
  [{ button: 1 }, false],
  [{ ctrlKey: true }, false],
  [{ metaKey: true }, false],
  [{ shiftKey: true }, false],
  [{ altKey: true }, false],
])('takes a click with %j for a plain one: %s', (init, expected) => {
  expect(isPlainClick(new MouseEvent('click', init))).toBe(expected)
})

it.each([
  [undefined, false],
  [{}, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: true, effectiveType: '4g' }, true],
])('knows a connection that is to be spared: %j', (connection, expected) => {
  expect(isConnectionSparing(connection)).toBe(expected)
})
