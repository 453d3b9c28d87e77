import { expect, it, onTestFinished } from 'vitest'
import { createDeskFeedback } from '#server/desk/records/feedback.ts'
import { aFeedback, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const scope = {
  project: undefined,
  environment: undefined,
  period: { start: RECEIVED_AT - 86_400_000, end: RECEIVED_AT + 86_400_000 },
}

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const feedback = createDeskFeedback(opened.store)
  const write = (number: number, message: string) => {
    const item = aFeedback({ message })
    const payload = { ...(item.payload as object), event_id: String(number).repeat(32) } // as aFeedback() made it
    const body = anEnvelopeOf({ ...item, payload })
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT + number, body }], [])
  }
  const list = async (more: Partial<Parameters<typeof feedback.search>[0]> = {}) => {
    const found = await feedback.search({ ...scope, state: 'open', limit: 2, cursor: undefined, ...more })
    if ('refusal' in found) throw new Error(found.refusal)
    return found
  }
  return { ...opened, feedback, write, list }
}

it('lists by state, the newest first, both ways', async () => {
  const { feedback, write, list } = await open()
  for (const [index, message] of ['one', 'two', 'three'].entries()) write(index + 1, message)
  const first = await list()
  expect(first.items.map(({ message }) => message)).toEqual(['three', 'two'])
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect(second.items.map(({ message }) => message)).toEqual(['one'])
  const back = await list({ cursor: second.previousCursor ?? '' })
  expect(back.items.map(({ message }) => message)).toEqual(['three', 'two'])
  expect(await feedback.count(scope)).toEqual({ open: 3, resolved: 0, spam: 0 })
})

it('moves one to another state, and back', async () => {
  const { feedback, write, list } = await open()
  write(1, 'it broke')
  const id = (await list()).items[0]?.id ?? 0
  const whose = { name: expect.anything(), email: expect.anything() }
  expect(await feedback.setState(id, 'spam')).toEqual({ ...whose, before: 'open' })
  expect((await list()).items).toEqual([])
  expect((await list({ state: 'spam' })).items).toHaveLength(1)
  expect(await feedback.setState(id, 'open')).toEqual({ ...whose, before: 'spam' })
  expect(await feedback.setState(999, 'open')).toBeUndefined()
})

it('leads to the error that it is about, once that is here', async () => {
  const { write, send, list } = await open()
  write(1, 'it broke')
  expect((await list()).items[0]).toMatchObject({ issueId: null, eventId: '7'.repeat(32) })
  send({ event_id: '7'.repeat(32), message: 'broken' })
  expect((await list()).items[0]).toMatchObject({
    issueId: 1,
    issueType: 'Message',
    projectSlug: 'crumbtrail',
  })
})

it('finds by words and keys, and counts by the same search', async () => {
  const { feedback, write, send, list } = await open()
  write(1, 'the cart is empty')
  write(2, 'no price')
  const found = async (query: string) => (await list({ query })).items.map(({ message }) => message)
  expect(await found('CART')).toEqual(['the cart is empty'])
  expect(await found('!cart')).toEqual(['no price'])
  expect(await found('100%')).toEqual([])
  const all = ['no price', 'the cart is empty']
  for (const query of [
    ...['user.email:ADA@shop.example', 'user:ada', 'url:/cart', 'release:1.4.0', 'environment:production'],
    ...['project:crumb*', 'source:widget', 'has:trace has:email', '!has:issue', '!release:1.5.0'],
  ]) {
    expect(await found(query), query).toEqual(all)
  }
  expect(await found('has:issue')).toEqual([])
  send({ event_id: '7'.repeat(32), message: 'broken' })
  expect(await found('has:issue')).toEqual(all)
  expect(await feedback.count({ ...scope, query: 'price' })).toEqual({ open: 1, resolved: 0, spam: 0 })
  expect(await feedback.count({ ...scope, environment: 'staging' })).toMatchObject({ open: 0 })
  expect(
    await feedback.search({ ...scope, query: 'a:b', state: 'open', limit: 2, cursor: undefined }),
  ).toEqual({
    refusal: expect.stringContaining('Cannot search: '),
  })
})

it('keeps to the project, the environment and the time', async () => {
  const { write, list } = await open()
  write(1, 'it broke')
  expect((await list({ project: 'nowhere' })).items).toEqual([])
  expect((await list({ environment: 'staging' })).items).toEqual([])
  expect((await list({ environment: 'production', project: 'crumbtrail' })).items).toHaveLength(1)
  expect((await list({ period: { start: 0, end: RECEIVED_AT } })).items).toEqual([])
})
