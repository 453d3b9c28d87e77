import { describe, expect, it } from 'vitest'
import { anError, DELIVERED, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

describe.each(ENGINES)('sending, on %s', (engine) => {
  it('tries ten times with the same key, over eleven hours, and then lets an admin try again', async () => {
    const bench = await openAlerts(engine)
    const { desk, send, pass, received, addChannel } = bench
    await addChannel('Chat')
    bench.answer = () => ({ ...DELIVERED, state: 'later', status: 500, reason: 'It answered 500' })
    await send(anError(1))
    await pass(24 * HOUR_MS, 5 * MINUTE_MS)
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ key }) => key)).size).toBe(1)
    expect(await desk.alerts.messages.countUndelivered()).toBe(1)
    const [message] = (await desk.alerts.messages.list({ limit: 10 })).items
    expect(message).toMatchObject({ state: 'undelivered', attempts: 10, reason: 'It answered 500' })
    const detail = await desk.alerts.messages.find(message?.id ?? 0)
    expect(detail?.tries).toHaveLength(10)
    expect(detail?.tries[0]).toMatchObject({ state: 'later', status: 500, response: 'ok' })
    bench.answer = () => DELIVERED
    expect(await desk.alerts.messages.retry(message?.id ?? 0)).toEqual({ title: message?.title })
    await pass(MINUTE_MS, 10_000)
    expect(received).toHaveLength(11)
    expect(await desk.alerts.messages.countUndelivered()).toBe(0)
  })

  it('waits as long as a receiver asks, up to an hour', async () => {
    const bench = await openAlerts(engine)
    const { send, pass, received, addChannel } = bench
    await addChannel('Chat')
    bench.answer = () => ({
      ...DELIVERED,
      state: 'later',
      status: 429,
      reason: 'It answered 429',
      retryAfterMs: 600_000,
    })
    await send(anError(1))
    await pass(2_000)
    bench.answer = () => DELIVERED
    await pass(9 * MINUTE_MS, 30_000)
    expect(received).toHaveLength(1)
    await pass(2 * MINUTE_MS, 30_000)
    expect(received).toHaveLength(2)
  })

  it('gives up at once what a receiver refuses', async () => {
    const bench = await openAlerts(engine)
    const { desk, send, pass, received, addChannel } = bench
    await addChannel('Chat')
    bench.answer = () => ({ ...DELIVERED, state: 'refused', status: 404, reason: 'It answered 404' })
    await send(anError(1))
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
    const [message] = (await desk.alerts.messages.list({ state: 'undelivered', limit: 10 })).items
    expect(message).toMatchObject({ reason: 'It answered 404', attempts: 1 })
    expect(await desk.alerts.messages.discard(message?.id ?? 0)).toEqual({ title: message?.title })
    expect(await desk.alerts.messages.retry(message?.id ?? 0)).toEqual({
      refusal: 'Cannot send the message again: it was not given up',
    })
  })

  it('pauses a channel that failed five times in a row, and then tries one message', async () => {
    const bench = await openAlerts(engine)
    const { desk, send, pass, received, addChannel } = bench
    const id = await addChannel('Chat')
    bench.answer = () => ({ ...DELIVERED, state: 'later', status: 503, reason: 'It answered 503' })
    await send(anError(1))
    for (let count = 0; count < 5; count++) await pass(15 * MINUTE_MS, 10_000)
    const channel = await desk.alerts.channels.find(id)
    expect(channel?.failures).toBeGreaterThanOrEqual(5)
    expect(channel?.pausedUntil).not.toBeNull()
    bench.answer = () => DELIVERED
    await pass(HOUR_MS, MINUTE_MS)
    expect(await desk.alerts.channels.find(id)).toMatchObject({ failures: 0, pausedUntil: null, waiting: 0 })
    expect(received.at(-1)?.key).toBe(received[0]?.key)
  })

  it('keeps secrets to itself, and sends a test about the newest issue', async () => {
    const { desk, send, received, addChannel } = await openAlerts(engine)
    const id = await addChannel('Chat')
    expect(await desk.alerts.channels.test(id)).toEqual({
      refusal: 'Cannot send a test: there is no issue yet that it could be about',
    })
    await send(anError(1))
    expect(await desk.alerts.channels.test(id)).toMatchObject({
      state: 'delivered',
      status: 200,
      response: 'ok',
    })
    expect(received).toEqual([
      expect.objectContaining({ isTest: true, title: 'New issue in Shop: TypeError: cart is empty' }),
    ])
    const channel = await desk.alerts.channels.find(id)
    expect(channel).toMatchObject({ values: { url: 'https://hooks.example' }, secretsSet: ['secret'] })
    expect(JSON.stringify(channel)).not.toContain('shh')
    const given = { name: 'Chat', values: { url: 'https://other.example', secret: '' } }
    expect(await desk.alerts.channels.change(id, given, channel?.version ?? 0)).toEqual({ name: 'Chat' })
    expect(await desk.alerts.channels.change(id, given, channel?.version ?? 0)).toEqual({
      refusal: 'Cannot change the channel: it was changed in the meantime. Look at it again',
    })
    expect((await desk.alerts.channels.find(id))?.secretsSet).toEqual(['secret'])
    expect(await desk.alerts.channels.create('webhook', { name: 'Bad', values: { url: 'ftp://x' } })).toEqual(
      {
        refusal: 'Cannot save the channel: its address must begin with https://',
        field: 'url',
      },
    )
  })

  it('gives up what waits for a channel that is deleted', async () => {
    const bench = await openAlerts(engine)
    const { desk, send, pass, addChannel, received } = bench
    const id = await addChannel('Chat')
    bench.answer = () => ({ ...DELIVERED, state: 'later', status: 500, reason: 'It answered 500' })
    await send(anError(1))
    await pass(2_000)
    await desk.alerts.channels.delete(id)
    bench.answer = () => DELIVERED
    await pass(HOUR_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
    const [message] = (await desk.alerts.messages.list({ limit: 10 })).items
    expect(message).toMatchObject({
      state: 'discarded',
      reason: 'Its channel was deleted',
      channel: undefined,
    })
  })
})
