import { expect, it } from 'vitest'
import { demoOf } from '#renderer/layout/demo-of.ts'
import { webLink } from '#renderer/views/feedback/web-link.ts'

it.each([
  ['https://shop.example/cart?a=1', 'https://shop.example/cart?a=1'],
  ['HTTP://shop.example', 'http://shop.example/'],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/cart', undefined],
  ['', undefined],
])('%j is followed as %j', (text, href) => {
  expect(webLink(text)).toBe(href)
})

const projects = [{ slug: 'shop' }, { slug: 'demo', isDemo: true as const }]
it.each([
  ['/issues?project=demo', {}, 'demo'],
  ['/projects/demo', {}, 'demo'],
  ['/releases/demo/1.0', {}, 'demo'],
  ['/issues/7', { issue: { projectSlug: 'demo' } }, 'demo'],
  ['/issues/7/events/e', { event: { projectSlug: 'demo' } }, 'demo'],
  ['/monitors/demo/nightly', {}, 'demo'],
  ['/issues', {}, undefined],
  ['/issues?project=shop', {}, undefined],
  ['/issues/7', { issue: { projectSlug: 'shop' } }, undefined],
  ['/digests/demo', undefined, undefined],
])('%s with %j is about %j', (path, page, demo) => {
  expect(demoOf(projects, new URL(path, 'https://desk.example'), page)).toBe(demo)
  expect(demoOf([{ slug: 'demo' }], new URL(path, 'https://desk.example'), page)).toBeUndefined()
})
