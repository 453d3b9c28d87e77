import { expect, it, onTestFinished } from 'vitest'
import { createEventLookup } from '#server/desk/events/find-events.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { aMinifiedError, uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import { anEventId, type EventStore, openEventStore } from '#tests/support/store/event-store.ts'

const OTHER_BUILD = '11111111-2222-4333-8444-555555555555'

async function open(): Promise<EventStore> {
  const opened = await openEventStore()
  onTestFinished(opened.close)
  return opened
}

function listIssues({ store }: EventStore) {
  return store.db.selectFrom('issue').select(['culprit', 'event_count as events']).orderBy('id').execute()
}

it('groups and names an event by its sources, and stores it as it was sent', async () => {
  const opened = await open()
  await uploadMap(opened.store)
  opened.send(aMinifiedError({ event_id: anEventId(1) }))
  expect(await listIssues(opened)).toEqual([{ culprit: 'src/cart.ts in t', events: 1 }])
  const event = await createEventLookup(opened.store, () => 0).find(1, anEventId(1))
  expect(event?.grouping.lines.at(-1)).toEqual({ kind: 'frame', text: 'cart.ts: | return price.amount' })
  expect(event?.payload.exception.values[0]?.stacktrace?.frames[0]?.mapping).toMatchObject({
    isMapped: true,
    sent: { file: 'https://shop.example/app.js', line: 1, column: 1 },
  })
})

it('tells places apart that have one minified name, and finds issues by their sources', async () => {
  const opened = await open()
  await uploadMap(opened.store)
  opened.send(aMinifiedError())
  opened.send(aMinifiedError({ column: 7 }))
  expect(await listIssues(opened)).toEqual([
    { culprit: 'src/cart.ts in t', events: 1 },
    { culprit: 'src/pay.ts in t', events: 1 },
  ])
  const tags = await opened.store.db
    .selectFrom('issue_tag')
    .select(['issue_id', 'value'])
    .where('key', '=', 'field:stack.filename')
    .orderBy('issue_id')
    .execute()
  expect(tags.map(({ value }) => value)).toEqual(['src/cart.ts', 'src/pay.ts'])
})

it('puts events of a build into the issue that they had before its map came', async () => {
  const opened = await open()
  opened.send(aMinifiedError())
  await uploadMap(opened.store)
  opened.send(aMinifiedError())
  opened.send(aMinifiedError({ column: 7 }))
  expect(await listIssues(opened)).toEqual([{ culprit: 'src/pay.ts in t', events: 3 }])
})

it('does not take equal minified names of another build for the same code', async () => {
  const opened = await open()
  opened.send(aMinifiedError({ debugId: OTHER_BUILD }))
  await uploadMap(opened.store)
  opened.send(aMinifiedError())
  expect(await listIssues(opened)).toEqual([
    { culprit: 'app.js in t', events: 1 },
    { culprit: 'src/cart.ts in t', events: 1 },
  ])
})

it('lets a rule of the project name the source or what was sent', async () => {
  const opened = await open()
  const rules = [
    { match: [{ key: 'path', glob: '**/cart.ts' }], fingerprint: ['the cart'] },
    { match: [{ key: 'function', glob: 't' }], fingerprint: ['the rest'] },
  ]
  await opened.store.write((trx) =>
    trx
      .insertInto('project_setting')
      .values({ project_id: 1, key: 'grouping', value: JSON.stringify({ rules }) })
      .execute(),
  )
  await uploadMap(opened.store)
  opened.send(aMinifiedError({ event_id: anEventId(1) }))
  opened.send(aMinifiedError({ event_id: anEventId(2), column: 7 }))
  const events = createEventLookup(opened.store, () => 0)
  const found = await Promise.all([1, 2].map((id) => events.findInProject(1, anEventId(id))))
  expect(found.map((event) => event?.grouping.lines.map(({ text }) => text))).toEqual([
    ['the cart'],
    ['the rest'],
  ])
})

it('keeps uploads that are used, and notes it once a day', async () => {
  const opened = await open()
  await uploadMap(opened.store, { now: 1 })
  const usedAt = async () =>
    (await opened.store.db.selectFrom('artifact').select('used_at').execute())[0]?.used_at
  opened.send(aMinifiedError(), DAY_MS)
  expect(await usedAt()).toBe(1)
  opened.send(aMinifiedError(), 2 * DAY_MS)
  expect(await usedAt()).toBe(2 * DAY_MS)
})

it('gives events with equal stacks what each of them says', async () => {
  const opened = await open()
  await uploadMap(opened.store)
  const { exception } = aMinifiedError()
  const saying = (value: string) => ({ values: exception.values.map((one) => ({ ...one, value })) })
  opened.send(aMinifiedError({ event_id: anEventId(1), exception: saying('no price') }))
  opened.send(aMinifiedError({ event_id: anEventId(2), exception: saying('no stock') }))
  const events = createEventLookup(opened.store, () => 0)
  const found = await Promise.all([1, 2].map((id) => events.findInProject(1, anEventId(id))))
  expect(found.map((event) => event?.payload.exception.values[0]?.value)).toEqual(['no price', 'no stock'])
  expect(await listIssues(opened)).toEqual([{ culprit: 'src/cart.ts in t', events: 2 }])
})
