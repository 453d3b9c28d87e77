import { expect, it } from 'vitest'
import { findLostEvent } from '../../../renderer/lost-event.ts'
import type { Desk } from '../../../server/desk.ts'

const EVENT_ID = 'f'.repeat(32)
const findIssue = async (issueId: number) =>
  (issueId === 7 ? { id: 7, shortId: 'SHOP-4' } : undefined) as Awaited<ReturnType<Desk['findIssue']>> // what is asked of it

it.each([
  [`/issues/7/events/${EVENT_ID}`, { issueId: 7, shortId: 'SHOP-4' }],
  [`/issues/7/events/${EVENT_ID.toUpperCase()}/`, { issueId: 7, shortId: 'SHOP-4' }],
  [`/issues/8/events/${EVENT_ID}`, undefined],
  ['/issues/7/events/latest', undefined],
  [`/issues/0/events/${EVENT_ID}`, undefined],
  [`/x/issues/7/events/${EVENT_ID}`, undefined],
  ['/issues/7', undefined],
])('finds what %s was about', async (path, lost) => {
  expect(await findLostEvent(path, findIssue)).toEqual(lost)
})
