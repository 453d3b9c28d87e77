import { describe, expect, it } from 'vitest'
import type { OutgoingAnswer, OutgoingRequest } from '#server/alerts/channels/channel.ts'
import { endIncidents } from '#server/alerts/incidents/end-incidents.ts'
import { anError, aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const ACCEPTED: OutgoingAnswer = { status: 202, headers: {}, body: '' }
const DOWN: OutgoingAnswer = { status: 503, headers: {}, body: '' }

/** A desk whose alerts go to PagerDuty, which notes what it is sent: `trigger issue:1`. */
async function openPaged(engine: Engine) {
  const sent: string[] = []
  const pager = { answer: (_action: string) => ACCEPTED }
  const request = async ({ url, body }: OutgoingRequest) => {
    const { event_action, dedup_key } = JSON.parse(body)
    expect(url).toBe('https://events.pagerduty.com/v2/enqueue')
    const answer = pager.answer(event_action)
    sent.push(`${event_action} ${dedup_key}${answer === DOWN ? ' failed' : ''}`)
    return answer
  }
  const bench = await openAlerts(engine, { request })
  const made = await bench.desk.alerts.channels.create('pagerduty', {
    name: 'On call',
    values: { key: 'k'.repeat(32), region: '' },
  })
  if ('refusal' in made) throw new Error(made.refusal)
  return { ...bench, sent, pager, channelId: made.id }
}

describe.each(ENGINES)('incidents of issues, on %s', (engine) => {
  it('end once when their issue is resolved, and begin again when it comes back', async () => {
    const { desk, sent, send, pass, received, addChannel } = await openPaged(engine)
    await addChannel('Chat')
    await send(anError(1))
    await pass(2 * MINUTE_MS, 10_000)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(HOUR_MS, MINUTE_MS)
    const once = ['trigger crumbtrail/desk.example/issue:1', 'resolve crumbtrail/desk.example/issue:1']
    expect(sent).toEqual(once)
    await send({ ...anError(1), event_id: 'f'.repeat(32) })
    await pass(2 * MINUTE_MS, 10_000)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(HOUR_MS, MINUTE_MS)
    expect(sent).toEqual([...once, ...once])
    expect(received.map(({ happening }) => happening)).toEqual(['new', 'regressed']) // a chat has no incidents
  })

  it('are acknowledged once when somebody acknowledges their issue, and then end', async () => {
    const { desk, sent, send, pass } = await openPaged(engine)
    await send(anError(1))
    await pass(2 * MINUTE_MS, 10_000)
    await desk.acknowledging.acknowledge(1)
    await pass(10 * MINUTE_MS, MINUTE_MS)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(10 * MINUTE_MS, MINUTE_MS)
    expect(sent).toEqual(
      ['trigger', 'acknowledge', 'resolve'].map((action) => `${action} crumbtrail/desk.example/issue:1`),
    )
    const { items } = await desk.alerts.messages.list({ limit: 2 })
    expect(items[1]?.title).toBe('Issue acknowledged in Shop: TypeError: cart is empty')
  })

  it('are left alone where none was begun', async () => {
    const { desk, sent, send, pass } = await openPaged(engine)
    await desk.alerts.mutes.add({ project: 'shop', minutes: '5', reason: 'deploy' })
    await send(anError(1))
    await pass(MINUTE_MS, 10_000)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(HOUR_MS, MINUTE_MS)
    expect(sent).toEqual([])
  })

  it('end when their issue is merged into another, or deleted', async () => {
    const { desk, sent, send, pass } = await openPaged(engine)
    for (const number of [1, 2, 3]) {
      await send(anError(number))
      await pass(HOUR_MS, MINUTE_MS)
    }
    await desk.issues.change([1, 2], [{ kind: 'merge' }])
    await desk.issues.change([3], [{ kind: 'delete' }])
    await pass(2 * MINUTE_MS, 10_000)
    expect(sent.slice(3).toSorted()).toEqual([
      'resolve crumbtrail/desk.example/issue:2',
      'resolve crumbtrail/desk.example/issue:3',
    ])
  })

  it('are tried again like every message, with each try in the log', async () => {
    const { desk, sent, pager, send, pass } = await openPaged(engine)
    await send(anError(1))
    await pass(2_000)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    pager.answer = () => DOWN
    await pass(MINUTE_MS, 1_000)
    pager.answer = () => ACCEPTED
    await pass(HOUR_MS, MINUTE_MS)
    expect(sent.at(-2)).toBe('resolve crumbtrail/desk.example/issue:1 failed')
    expect(sent.at(-1)).toBe('resolve crumbtrail/desk.example/issue:1')
    const { items } = await desk.alerts.messages.list({ limit: 10 })
    expect(items.map(({ title, state, happening }) => [happening, state, title])).toEqual([
      ['resolved', 'delivered', 'Issue resolved in Shop: TypeError: cart is empty'],
      ['new', 'delivered', 'New issue in Shop: TypeError: cart is empty'],
    ])
    const { tries } = (await desk.alerts.messages.find(items[0]?.id ?? 0)) ?? { tries: [] }
    expect(tries.map(({ state }) => state)).toEqual(['delivered', ...tries.slice(1).map(() => 'later')])
  })

  it('stay open where their issue happens again before the end was told', async () => {
    const { desk, sent, pager, send, pass } = await openPaged(engine)
    await send(anError(1))
    await pass(2_000)
    for (const rule of await desk.alerts.rules.list()) await desk.alerts.rules.turn(rule.id, false)
    await desk.issues.change([1], [{ kind: 'resolve' }])
    pager.answer = () => DOWN
    await pass(MINUTE_MS, 1_000)
    await send({ ...anError(1), event_id: 'f'.repeat(32) })
    pager.answer = () => ACCEPTED
    await pass(HOUR_MS, MINUTE_MS)
    expect(sent.filter((each) => !each.endsWith('failed'))).toEqual([
      'trigger crumbtrail/desk.example/issue:1',
    ])
    await desk.issues.change([1], [{ kind: 'resolve' }])
    await pass(2 * MINUTE_MS, 10_000)
    expect(sent.at(-1)).toBe('resolve crumbtrail/desk.example/issue:1')
  })

  it('end once by several processes, and beyond what a channel may have in an hour', async () => {
    const { desk, sent, store, send, pass, now } = await openPaged(engine)
    await desk.alerts.rules.create(aRule({ search: 'cart' }))
    for (let number = 1; number <= 40; number++) {
      await send(anError(number))
      await pass(HOUR_MS, HOUR_MS)
    }
    const ids = Array.from({ length: 40 }, (_, index) => index + 1)
    await desk.issues.change(ids, [{ kind: 'resolve' }])
    const options = { now: now(), publicUrl: 'https://moved.example', newKey: () => crypto.randomUUID() }
    await Promise.all([endIncidents(store, options), endIncidents(store, options)])
    await pass(5 * MINUTE_MS, 10_000)
    const resolved = sent.filter((each) => each.startsWith('resolve'))
    expect(new Set(resolved)).toEqual(new Set(ids.map((id) => `resolve crumbtrail/desk.example/issue:${id}`)))
    expect(resolved).toHaveLength(40)
  })
})
