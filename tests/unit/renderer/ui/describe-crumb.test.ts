import { expect, it } from 'vitest'
import { valueText } from '#renderer/views/event/facts/value-text.ts'
import { describeCrumb } from '#renderer/views/event/trail/describe-crumb.ts'
import type { NormalizedBreadcrumb } from '#server/processing/event.ts'

const crumb = (parts: Partial<NormalizedBreadcrumb>): NormalizedBreadcrumb => ({
  timestamp: 0,
  type: 'default',
  category: 'default',
  level: 'info',
  ...parts,
})

it.each([
  ['navigation', { category: 'navigation', data: { from: '/', to: '/cart' } }, '/ → /cart'],
  ['navigation', { type: 'navigation', data: { to: '/cart' } }, '/cart'],
  ['http', { category: 'fetch', data: { method: 'post', url: '/cart', status_code: 303 } }, 'POST /cart 303'],
  ['http', { type: 'http', category: 'requests', data: { url: '/cart', status_code: '404' } }, '/cart 404'],
  ['http', { category: 'xhr', message: 'failed', data: { url: 7 } }, 'failed'],
  ['ui', { category: 'ui.click', message: 'button' }, 'button'],
  ['console', { category: 'console', message: 'sku not found' }, 'sku not found'],
  ['other', { category: 'query' }, 'query'],
] as const)('a crumb of kind %s: %j', (kind, parts, text) => {
  expect(describeCrumb(crumb(parts))).toMatchObject({ kind, text })
})

it('leaves over the data that the text does not tell', () => {
  const data = { method: 'GET', url: '/', status_code: 200, sizes: { sent: 1 }, note: 'x' }
  expect(describeCrumb(crumb({ category: 'fetch', data })).rest).toEqual([
    ['sizes', '{"sent":1}'],
    ['note', 'x'],
  ])
})

it.each([
  ['text', 'text'],
  [7, '7'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[1, 2], '[1,2]'],
  [{ a: { b: 1 } }, '{\n  "a": {\n    "b": 1\n  }\n}'],
])('valueText(%j)', (value, text) => expect(valueText(value)).toBe(text))
