import { expect, it } from 'vitest'
import { eventPath, issuePath } from '#renderer/paths.ts'
import { createPermalinks } from '#server/api/permalinks.ts'

it('leads where the pages are', () => {
  const permalinks = createPermalinks('https://example.com/crumbs')
  expect(permalinks.issue(7)).toBe(`https://example.com/crumbs${issuePath(7)}`)
  expect(permalinks.event(7, 'ab12')).toBe(`https://example.com/crumbs${eventPath(7, 'ab12')}`)
})
