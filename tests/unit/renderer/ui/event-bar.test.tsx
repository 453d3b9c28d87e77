import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { EventBar } from '#renderer/views/event/EventBar.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail, EventPlace } from '#server/models/events.ts'
import { anEvent, anEventView, NOW } from './an-event.ts'

const [FIRST, OLDER, NEWER, LAST] = ['1', '2', '4', '5'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
  string, // as many as there are digits
]
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

interface Bar {
  eventCount?: number
  isRecommended?: boolean
  lastEventId?: string
  place?: EventPlace
  view?: Partial<EventView>
}

function barOf(neighbours: Partial<EventDetail>, bar: Bar = {}): string {
  const { eventCount = 40, isRecommended = false, lastEventId = LAST, place = { older: 3, newer: 36 } } = bar
  const ways = { firstEventId: FIRST, lastEventId, recommendedEventId: LAST, place }
  const event = { ...anEvent({ tags: [['a', 'b']] }), ...neighbours }
  return renderToStaticMarkup(
    <EventBar
      event={event}
      view={anEventView({ ways, ...bar.view })}
      eventCount={eventCount}
      isRecommended={isRecommended}
      now={NOW}
    />,
  )
}

describe('EventBar', () => {
  it('leads to the recommended, first, latest, older and newer events', () => {
    const html = barOf({ olderEventId: OLDER, newerEventId: NEWER })
    for (const id of [FIRST, OLDER, NEWER, LAST]) expect(html).toContain(`href="/issues/7/events/${id}"`)
    expect(html).toMatch(/href="\/issues\/7"[^>]*>Recommended</)
    expect(html).toMatch(new RegExp(`${OLDER}"[^>]*rel="prev"[^>]*data-key="p"`))
    expect(html).toMatch(new RegExp(`${NEWER}"[^>]*rel="next"[^>]*data-key="n"`))
    expect(wordsOf(html)).toContain('4 of 40 events')
  })

  it('marks one way at most, though the recommended event may be the latest', () => {
    const latest = { eventId: LAST, olderEventId: OLDER, newerEventId: null }
    expect(barOf(latest).match(/aria-current="true">\w+</g)).toEqual(['aria-current="true">Latest<'])
    expect(barOf(latest, { isRecommended: true }).match(/aria-current="true">\w+</g)).toEqual([
      'aria-current="true">Recommended<',
    ])
    expect(barOf(latest)).not.toContain('rel="next"')
  })

  it('says what the event has', () => {
    const bare = { olderEventId: OLDER }
    const frames = [{ in_app: true, vars: { sku: '1' } }]
    const payload = {
      ...anEvent({ exception: { values: [{ type: 'TypeError', stacktrace: { frames } }] } }).payload,
      breadcrumbs: { values: [{ timestamp: 0, type: 'default', category: 'x', level: 'info' as const }] },
    }
    const trace = {
      traceId: 'f'.repeat(32),
      spanCount: 2,
      errorCount: 1,
      isWhole: true,
      durationUs: 1,
      rows: [],
    }
    const bar = { isRecommended: true, view: { trace } }
    expect(wordsOf(barOf({ ...bare, payload }, bar))).toContain('has a trace, variables and a trail')
    expect(wordsOf(barOf(bare, { isRecommended: true }))).toContain('no recent event has more detail')
    expect(wordsOf(barOf(bare))).not.toContain('more detail')
  })

  it('says that events are missing, and does not count a thousand', () => {
    const bare = { olderEventId: OLDER }
    expect(wordsOf(barOf(bare, { eventCount: 2_418 }))).toContain('4 of 40 stored events')
    expect(wordsOf(barOf(bare, { place: { older: 1_000, newer: 3 } }))).toContain('over 1,000 stored events')
  })

  it.each([
    [1, 'The only event of this issue'],
    [40, 'The only stored event of this issue'],
  ])('of the only one of %d says %j', (eventCount, place) => {
    const html = barOf({ olderEventId: null, newerEventId: null }, { eventCount })
    expect(html).toContain(place)
    expect(html).not.toContain('rel="prev"')
  })

  it('leads to the sections that the event has, and to its files', () => {
    const html = barOf({})
    for (const id of ['stack', 'trail', 'tags', 'grouping']) expect(html).toContain(`href="#${id}"`)
    expect(html).not.toContain('href="#request"')
    for (const file of ['assistant.md', 'event.json']) expect(html).toContain(`/${file}" rel="external"`)
  })
})
