import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OtherSides } from '../../../../renderer/ui/event/OtherSides.tsx'
import type { OtherSide } from '../../../../server/desk-failures.ts'
import { NOW } from './an-event.ts'

const aSide: OtherSide = {
  projectSlug: 'shop',
  issueId: 7,
  eventId: 'b'.repeat(32),
  timestamp: NOW - 60_000,
  level: 'error',
  type: 'DatabaseError',
  value: '<b>lock</b> timeout',
  side: 'server',
}

it('leads to the other events of the failure', () => {
  const html = renderToStaticMarkup(<OtherSides sides={[aSide]} now={NOW} />)
  expect(html).toContain('The other side of this failure')
  expect(html).toContain(`href="/issues/7/events/${'b'.repeat(32)}"`)
  expect(html).toContain('&lt;b&gt;lock&lt;/b&gt; timeout')
  expect(html.replace(/<[^>]*>/g, ' ')).toMatch(/server\s+DatabaseError .*shop\s+14:35:09/)
})

it('is not there without any', () => {
  expect(renderToStaticMarkup(<OtherSides sides={[]} now={NOW} />)).toBe('')
})
