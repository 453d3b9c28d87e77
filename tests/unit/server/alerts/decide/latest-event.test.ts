import { describe, expect, it } from 'vitest'
import { sentryBody } from '#server/alerts/channels/signing/sentry-body.ts'
import { webhookBody } from '#server/alerts/channels/signing/webhook-body.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { anError, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const LATER_ID = 'f'.repeat(32)

describe.each(ENGINES)('the event of a message, on %s', (engine) => {
  it('is the latest of its issue, without who met it and with which request', async () => {
    const { send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    await send(anError(1))
    await send({
      ...anError(1),
      event_id: LATER_ID,
      tags: { plan: 'gold' },
      user: { id: '7', email: 'ada@example.com' },
      request: { url: 'https://shop.example/cart?token=hunter2' },
      contexts: { browser: { name: 'Firefox', version: '151' } },
    })
    await pass(2_000)
    const [message] = received
    if (message === undefined) throw new Error('no message came')
    const tags = [
      ['plan', 'gold'],
      ['level', 'error'],
      ['environment', 'production'],
      ['release', 'shop@2.5.1'],
      ['browser', 'Firefox 151'],
      ['browser.name', 'Firefox'],
    ]
    const url = `https://desk.example/issues/1/events/${LATER_ID}`
    const event = { id: LATER_ID, url, platform: 'node', message: 'cart is empty', tags }
    expect(message.subjects.map((subject) => subject.event)).toEqual([event])
    expect(webhookBody(message).data.subjects[0]?.event).toEqual(event)
    expect(sentryBody(message, message.subjects[0]).data.event).toMatchObject({
      event_id: LATER_ID,
      issue_id: '1',
      issue_url: 'https://desk.example/api/0/organizations/crumbtrail/issues/1/',
      web_url: url,
      url: `https://desk.example/api/0/projects/crumbtrail/shop/events/${LATER_ID}/`,
      title: 'TypeError: cart is empty',
      message: 'cart is empty',
      platform: 'node',
      tags,
    })
  })

  it('has at most 50 tags of at most 200 characters, and is the same at each try', async () => {
    const bench = await openAlerts(engine)
    const { send, pass, received, addChannel } = bench
    await addChannel('Chat')
    bench.answer = () => ({
      ...{ state: 'later', status: 503, reason: 'It is down', retryAfterMs: undefined },
      ...{ request: '', response: '' },
    })
    const tags = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`t${index}`, 'v'.repeat(300)]))
    await send({ ...anError(1), tags })
    await pass(2_000)
    await send({ ...anError(1), event_id: LATER_ID })
    await pass(5 * MINUTE_MS, 10_000)
    const sent = received.map(eventsOf)
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent.map((events) => JSON.stringify(events))).size).toBe(1)
    expect(sent[0]?.[0]?.tags).toHaveLength(50)
    expect(Math.max(...(sent[0]?.[0]?.tags ?? []).map(([, value]) => value.length))).toBe(200)
  })

  it('is there of each of five issues, and of a test', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    const id = await addChannel('Chat')
    await send(anError(1))
    await pass(2_000)
    for (let number = 2; number < 9; number++) await send(anError(number))
    await pass(2 * MINUTE_MS, 10_000)
    await desk.alerts.channels.test(id)
    const ids = received.map((message) => eventsOf(message).map((event) => Number(`0x${event?.id}`)))
    expect(ids).toEqual([[1], [2, 3, 4, 5, 6], [2]])
  })
})

function eventsOf({ subjects }: AlertMessage) {
  return subjects.map(({ event }) => event)
}
