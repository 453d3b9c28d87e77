import { expect, it } from 'vitest'
import { createPermalinks } from '#server/api/permalinks.ts'

it('leads where the pages are', () => {
  const permalinks = createPermalinks('https://example.com/crumbs')
  expect(permalinks.issue(7)).toBe('https://example.com/crumbs/issues/7')
  expect(permalinks.event(7, 'ab12')).toBe('https://example.com/crumbs/issues/7/events/ab12')
})
