import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RelatedEvents } from '#renderer/views/event/RelatedEvents.tsx'
import type { RelatedEvent } from '#server/models/events.ts'
import { NOW } from './an-event.ts'

const aSide: RelatedEvent = {
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
  const html = renderToStaticMarkup(<RelatedEvents sides={[aSide]} isEcho={false} now={NOW} />)
  expect(html).toContain('Related events')
  expect(html).toContain(`href="/issues/7/events/${'b'.repeat(32)}"`)
  expect(html).toContain('&lt;b&gt;lock&lt;/b&gt; timeout')
  expect(html.replace(/<[^>]*>/g, ' ')).toMatch(/server\s+DatabaseError .*shop\s+14:35:09/)
})

it('is not there without any', () => {
  expect(renderToStaticMarkup(<RelatedEvents sides={[]} isEcho={false} now={NOW} />)).toBe('')
})

it('says of an echo that it is one, and whether its cause is stored', () => {
  const withCause = renderToStaticMarkup(<RelatedEvents sides={[aSide]} isEcho now={NOW} />)
  expect(withCause).toContain('This is an echo')
  expect(withCause).toContain('The server’s own event has the details.')
  expect(renderToStaticMarkup(<RelatedEvents sides={[]} isEcho now={NOW} />)).toContain(
    'No server event has this digest or trace',
  )
})
