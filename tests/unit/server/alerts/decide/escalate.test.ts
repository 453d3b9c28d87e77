import { describe, expect, it } from 'vitest'
import { anError, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000

describe.each(ENGINES)('escalation, on %s', (engine) => {
  /** The rule for new issues tells Chat, then Night and Boss, each after ten minutes, and both once more. */
  async function openEscalating(repeats = '1') {
    const bench = await openAlerts(engine)
    const { desk, addChannel, received } = bench
    const [chat, night, boss] = [
      await addChannel('Chat'),
      await addChannel('Night'),
      await addChannel('Boss'),
    ]
    const [rule] = (await desk.alerts.rules.list()).filter(({ happening }) => happening === 'new')
    const ruleId = rule?.id ?? 0
    const given = { ...ruleOf(), channels: [String(chat)], isForEveryChannel: false }
    expect(await desk.alerts.rules.change(ruleId, given, rule?.version ?? 0)).toEqual({ name: 'New issue' })
    const plan = { afterMinutes: '10', repeats, channels: [String(night), String(boss), ''] }
    expect(await desk.alerts.escalation.save(ruleId, plan)).toEqual({ name: 'New issue' })
    const listMessages = async () =>
      (await desk.alerts.messages.list({ limit: 50 })).items
        .map(({ channel, title }) => `${channel?.name}: ${title}`)
        .toReversed()
    return { ...bench, ruleId, listMessages, titles: () => received.map(({ title }) => title) }
  }

  it('tells the next channel after its time, each step once, and ends after the last repeat', async () => {
    const { send, pass, listMessages, desk, received } = await openEscalating()
    await send(anError(1))
    await pass(10 * MINUTE_MS - 1_000, MINUTE_MS)
    const first = 'Chat: New issue in Shop: TypeError: cart is empty'
    expect(await listMessages()).toEqual([first])
    await pass(2_000)
    const next = 'Not acknowledged: New issue in Shop: TypeError: cart is empty'
    expect(await listMessages()).toEqual([first, `Night: ${next}`])
    expect(received.at(-1)).toMatchObject({ note: 'Nobody has acknowledged this for 10 minutes.' })
    expect(received.at(-1)?.subjects[0]?.acknowledgeUrl).toMatch(/^https:\/\/desk\.example\/acknowledge\/\d/)
    await pass(60 * MINUTE_MS, MINUTE_MS)
    expect(await listMessages()).toEqual([
      first,
      ...['Night', 'Boss', 'Night', 'Boss'].map((name) => `${name}: ${next}`),
    ])
    const [issue] = await listIssues(desk)
    const alerts = ((await desk.issues.findHandling(issue?.id ?? 0))?.activity ?? []).flatMap((one) =>
      one.kind === 'alerted' ? [`${one.data.step ?? 0} ${one.data.channels.join()}`] : [],
    )
    expect(alerts).toEqual(['4 Boss', '3 Night', '2 Boss', '1 Night', '0 Chat'])
  })

  it.each([
    ['acknowledged', (desk: Desk, id: number) => desk.acknowledging.acknowledge(id)],
    ['resolved', (desk: Desk, id: number) => desk.issues.change([id], [{ kind: 'resolve' }])],
    ['ignored', (desk: Desk, id: number) => desk.issues.change([id], [{ kind: 'ignore' }])],
    ['assigned', (desk: Desk, id: number) => desk.issues.change([id], [{ kind: 'assign', accountId: 1 }])],
  ] as const)('ends when the issue is %s', async (_how, act) => {
    const { send, pass, listMessages, desk } = await openEscalating()
    await send(anError(1))
    await pass(11 * MINUTE_MS, MINUTE_MS)
    expect(await listMessages()).toHaveLength(2)
    const [issue] = await listIssues(desk)
    expect(await act(desk, issue?.id ?? 0)).not.toHaveProperty('refusal')
    await pass(120 * MINUTE_MS, MINUTE_MS)
    expect(await listMessages()).toHaveLength(2)
  })

  it('says several issues in one message, and waits while somebody wants silence', async () => {
    const { send, pass, received, desk } = await openEscalating('0')
    await send(anError(1))
    await send(anError(2))
    await pass(5 * MINUTE_MS, 20_000)
    const before = received.length
    expect(await desk.alerts.mutes.add({ project: 'shop', minutes: '20', reason: '' })).not.toHaveProperty(
      'refusal',
    )
    await pass(20 * MINUTE_MS, MINUTE_MS)
    expect(received).toHaveLength(before)
    await pass(10 * MINUTE_MS, MINUTE_MS)
    expect(received.slice(before).map(({ title }) => title)).toEqual([
      'Not acknowledged: 2 new issues in Shop',
    ])
  })

  it('is refused with numbers or channels that cannot be, and taken back without channels', async () => {
    const { desk, ruleId, send, pass, received } = await openEscalating()
    const save = (changes: object) =>
      desk.alerts.escalation.save(ruleId, { afterMinutes: '10', repeats: '0', channels: ['1'], ...changes })
    expect(await save({ afterMinutes: '0' })).toMatchObject({ field: 'afterMinutes' })
    expect(await save({ repeats: '6' })).toMatchObject({ field: 'repeats' })
    expect(await save({ channels: ['99'] })).toMatchObject({ field: 'step1' })
    expect(await desk.alerts.escalation.find(ruleId)).toMatchObject({ afterMinutes: 10, repeats: 1 })
    await send(anError(1))
    await pass(2_000)
    expect(await save({ channels: [''] })).toEqual({ name: 'New issue' })
    expect(await desk.alerts.escalation.find(ruleId)).toBeUndefined()
    await pass(60 * MINUTE_MS, MINUTE_MS)
    expect(received).toHaveLength(1)
  })
})

type Desk = Awaited<ReturnType<typeof openAlerts>>['desk']

async function listIssues(desk: Desk) {
  const found = await desk.issues.search({ limit: 10 })
  return 'refusal' in found ? [] : found.items
}

/** The rule that is there from the start, as its form has it. */
function ruleOf() {
  return {
    ...{ name: 'New issue', happening: 'new', project: '', search: '', count: '', minutes: '' },
    ...{ urgency: 'normal', coolDownMinutes: '0' },
  }
}
