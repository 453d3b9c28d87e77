import { describe, expect, it } from 'vitest'
import { anError, aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { doseOf } from '#tests/support/run/doses.ts'

const MINUTE_MS = 60_000
const FLOOD_TIMEOUT_MS = 900_000

describe.each(ENGINES)('floods of new issues, on %s', (engine) => {
  it('come as three messages at most in an hour, and none is left out', async () => {
    const { send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    for (let number = 1; number <= 60; number++) {
      await send(anError(number))
      if (number % 10 === 0) await pass(5_000, 5_000)
    }
    await pass(59 * MINUTE_MS, MINUTE_MS)
    expect(received.length).toBeLessThanOrEqual(3)
    expect(received.reduce((sum, { subjects, more }) => sum + subjects.length + more, 0)).toBe(60)
    const largest = received.find(({ more }) => more > 20)
    expect(largest?.subjects).toHaveLength(5)
    expect(largest?.title).toMatch(/^\d+ new issues in Shop$/)
  })

  it(
    'come as three messages at most to each channel in that hour, however many there are in a minute',
    async () => {
      const { desk, sendAll, pass, received, addChannel } = await openAlerts(engine)
      for (const name of ['Chat', 'Night']) await addChannel(name)
      const seconds = 60
      const all = doseOf('floodedIssues')
      for (let second = 0; second < seconds; second++) {
        const from = Math.floor((second * all) / seconds)
        const count = Math.floor(((second + 1) * all) / seconds) - from
        await sendAll(Array.from({ length: count }, (_, index) => anError(from + index + 1)))
        await pass(1_000)
      }
      await pass(59 * MINUTE_MS, MINUTE_MS)
      const { items } = await desk.alerts.messages.list({ limit: 100 })
      const perChannel = Map.groupBy(items, ({ channel }) => channel?.name)
      expect([...perChannel.keys()].toSorted()).toEqual(['Chat', 'Night'])
      for (const messages of perChannel.values()) expect(messages.length).toBeLessThanOrEqual(3)
      const told = received.reduce((sum, { subjects, more }) => sum + subjects.length + more, 0)
      expect(told).toBe(2 * all)
    },
    FLOOD_TIMEOUT_MS,
  )

  it('are said to have one cause where most share it', async () => {
    const { send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    const places = Array.from({ length: 61 }, (_, index) => anError(index + 1))
    for (const error of places)
      await send({ ...error, transaction: 'loadCart', fingerprint: [error.event_id] })
    await pass(2 * MINUTE_MS, 10_000)
    const note = received.map((message) => message.note).join()
    expect(note).toMatch(/Probably one cause: \d+ of \d+ are TypeError/)
  })

  it('stop at thirty messages an hour to one channel, and say so once', async () => {
    const { desk, send, pass, received, addChannel } = await openAlerts(engine)
    await addChannel('Chat')
    // Each rule has windows of its own, so many rules could flood a channel together.
    for (let number = 1; number <= 40; number++) {
      await desk.alerts.rules.create(aRule({ name: `Rule ${number}` }))
    }
    await send(anError(1))
    await pass(5_000)
    expect(received).toHaveLength(31)
    expect(received.filter(({ note }) => note !== undefined)).toHaveLength(1)
    const last = received.find(({ note }) => note !== undefined)
    expect(last?.note).toBe(
      'This channel got 30 messages within an hour, which is its limit. What follows in this hour is only on the desk.',
    )
    const { items } = await desk.alerts.messages.list({ state: 'withheld', limit: 100 })
    expect(items).toHaveLength(10)
  })
})
