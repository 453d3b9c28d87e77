import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EventNeighbours } from '../../../../renderer/ui/event/EventNeighbours.tsx'
import { anEvent } from './an-event.ts'

const [OLDER, NEWER] = ['a'.repeat(32), 'c'.repeat(32)]

it.each([
  [{ olderEventId: null, newerEventId: null }, 1, 'The only event of this issue.'],
  [{ olderEventId: null, newerEventId: null }, 40, 'The only event of this issue that is kept.'],
  [{ olderEventId: null, newerEventId: NEWER }, 40, 'The first event of this issue that is kept.'],
  [{ olderEventId: OLDER, newerEventId: null }, 40, 'The latest event of this issue.'],
  [{ olderEventId: OLDER, newerEventId: NEWER }, 40, ''],
])('of %j of %d events says %j', (ids, eventCount, place) => {
  const html = renderToStaticMarkup(
    <EventNeighbours event={{ ...anEvent(), ...ids }} eventCount={eventCount} />,
  )
  expect(/<p>([^<]*)<\/p>/.exec(html)?.[1] ?? '').toBe(place)
  for (const id of [OLDER, NEWER]) expect(html.includes(id)).toBe(Object.values(ids).includes(id))
})
