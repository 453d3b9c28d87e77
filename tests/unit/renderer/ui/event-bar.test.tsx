import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { EventBar } from '#renderer/views/event/EventBar.tsx'
import type { EventDetail } from '#server/models/events.ts'
import { anEvent, anEventView } from './an-event.ts'

const [FIRST, OLDER, NEWER, LAST, RICH] = ['1', '2', '4', '5', '6'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
  string,
  string, // as many as there are digits
]

function barOf(neighbours: Partial<EventDetail>, eventCount = 40): string {
  const ways = { firstEventId: FIRST, lastEventId: LAST, recommendedEventId: RICH }
  const event = { ...anEvent({ tags: [['a', 'b']] }), ...neighbours }
  return renderToStaticMarkup(<EventBar event={event} view={anEventView({ ways })} eventCount={eventCount} />)
}

describe('EventBar', () => {
  it('leads to the first, older, newer, latest and recommended events', () => {
    const html = barOf({ olderEventId: OLDER, newerEventId: NEWER })
    for (const id of [FIRST, OLDER, NEWER, LAST, RICH])
      expect(html).toContain(`href="/issues/7/events/${id}"`)
    expect(html).toMatch(new RegExp(`${OLDER}"[^>]*rel="prev"[^>]*data-key="p"`))
    expect(html).toMatch(new RegExp(`${NEWER}"[^>]*rel="next"[^>]*data-key="n"`))
  })

  it('says where one is', () => {
    const html = barOf({ eventId: LAST, olderEventId: OLDER, newerEventId: null })
    expect(html).toMatch(new RegExp(`${LAST}"[^>]*aria-current="true"`))
    expect(html).not.toContain('rel="next"')
    expect(html).toContain('<span>Newer</span>')
  })

  it.each([
    [1, 'The only event of this issue.'],
    [40, 'The only stored event of this issue.'],
  ])('of the only one of %d says %j', (eventCount, place) => {
    const html = barOf({ olderEventId: null, newerEventId: null }, eventCount)
    expect(html).toContain(place)
    expect(html).not.toContain('rel="prev"')
  })

  it('leads to the sections that the event has, and to its files', () => {
    const html = barOf({})
    for (const id of ['stack', 'trail', 'tags', 'grouping']) expect(html).toContain(`href="#${id}"`)
    expect(html).not.toContain('href="#request"')
    for (const file of ['assistant.md', 'event.md', 'event.json'])
      expect(html).toContain(`/${file}" rel="external"`)
  })
})
