import { describe, expect, it } from 'vitest'
import { createAcknowledgeLinks, readLinkKey, tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import { tell } from '#server/alerts/decide/tell.ts'
import { ofCheck } from '#server/alerts/occurrences/check.ts'
import { type AlertsBench, aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const GB = 1_000_000_000
const publicUrl = 'https://desk.example'

const titlesOf = ({ received }: AlertsBench) => received.map(({ title }) => title)

function linksOf({ store, now }: AlertsBench) {
  return createAcknowledgeLinks({ store, clock: now, random: systemRandom, viewer: undefined })
}

function tokenIn({ received }: AlertsBench, number: number): string {
  const url = received[number]?.subjects[0]?.acknowledgeUrl ?? ''
  expect(url).toMatch(/^https:\/\/desk\.example\/acknowledge\/\d+\.s0\.[\w-]{43}$/)
  return url.slice(`${publicUrl}/acknowledge/`.length)
}

/** One rule, which tells Chat, then Night after ten minutes, and Night once more. */
async function openEscalating(engine: Engine, given: Parameters<typeof aRule>[0]) {
  const disk = { free: 50 * GB }
  const bench = await openAlerts(engine, { readFreeBytes: async () => disk.free })
  const { rules, escalation } = bench.desk.alerts
  for (const { id } of await rules.list()) await rules.delete(id)
  const [chat, night] = [await bench.addChannel('Chat'), await bench.addChannel('Night')]
  const made = await rules.create(aRule({ ...given, channels: [String(chat)], isForEveryChannel: false }))
  const plan = { afterMinutes: '10', repeats: '1', channels: [String(night)] }
  const ruleId = 'id' in made ? made.id : 0
  expect(await escalation.save(ruleId, plan)).toEqual({ name: 'Mine' })
  return { bench, disk, ruleId }
}

/** A check that fails, or answers again, when a test says so. */
async function openWithCheck(engine: Engine) {
  const { bench, ruleId } = await openEscalating(engine, { happening: 'uptime-failed' })
  const { store, desk, now } = bench
  const made = await desk.uptime.create({
    ...{ name: 'Front', project: 'shop', url: 'https://shop.example/', method: 'GET', everyMinutes: '1' },
    ...{ timeoutSeconds: '10', expects: '2xx', contains: '', lacks: '', headers: '', body: '' },
    forgetsHeaders: false,
  })
  const id = 'id' in made ? made.id : 0
  const turn = (state: 'up' | 'down') =>
    store.write(async (trx) => {
      const { projectId } = await trx
        .updateTable('uptime_check')
        .set({ state })
        .where('id', '=', id)
        .returning('project_id as projectId')
        .executeTakeFirstOrThrow()
      const news =
        state === 'up' ? { kind: 'up' as const } : { kind: 'down' as const, reason: 'It answered 503' }
      const check = { id, projectId, name: 'Front', target: { url: 'https://shop.example/' } }
      const occurrence = ofCheck(check, news, { projectSlug: 'shop', publicUrl, now: now() })
      await tell(trx, [occurrence], { now: now(), newKey: () => crypto.randomUUID() })
    })
  return { bench, ruleId, turn, id }
}

const FIRST = 'Down in Shop: Front'
const NEXT = `Not acknowledged: ${FIRST}`

describe.each(ENGINES)('escalation of what is no issue, on %s', (engine) => {
  it('tells the next channel while a check is down, each step once, and ends after the last repeat', async () => {
    const { bench, turn } = await openWithCheck(engine)
    await turn('down')
    await bench.pass(8 * MINUTE_MS, 4 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST])
    await bench.pass(40 * MINUTE_MS, 2 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST, NEXT, NEXT])
    expect(bench.received[1]).toMatchObject({
      note: 'Nobody has acknowledged this for 10 minutes.',
      subjects: [{ kind: 'check', detail: 'It answered 503' }],
    })
    const { items } = await bench.desk.alerts.messages.list({ limit: 5 })
    expect(items.map(({ channel, state }) => [channel?.name, state])).toEqual([
      ['Night', 'delivered'],
      ['Night', 'delivered'],
      ['Chat', 'delivered'],
    ])
  })

  it('ends when it works again, and waits anew when it fails again', async () => {
    const { bench, turn } = await openWithCheck(engine)
    await turn('down')
    await bench.pass(5 * MINUTE_MS, MINUTE_MS)
    await turn('up')
    await bench.pass(2 * MINUTE_MS, MINUTE_MS)
    await turn('down')
    await bench.pass(9 * MINUTE_MS, MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST, FIRST])
    await bench.pass(2 * MINUTE_MS, MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST, FIRST, NEXT])
    expect(bench.received[2]?.note).toBe('Nobody has acknowledged this for 10 minutes.')
  })

  it('ends with the check, also where nobody is told of that', async () => {
    const { bench, turn, id } = await openWithCheck(engine)
    await turn('down')
    await bench.pass(MINUTE_MS, MINUTE_MS)
    await bench.desk.uptime.pause(id, true)
    await bench.pass(30 * MINUTE_MS, 10 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST])
  })

  it('ends when somebody acknowledges it by the link of the message, which does nothing until they act', async () => {
    const { bench, turn, id } = await openWithCheck(engine)
    const links = linksOf(bench)
    const onPage = () => bench.desk.acknowledging.findOfCheck(id)
    await turn('down')
    await bench.pass(MINUTE_MS, MINUTE_MS)
    const token = tokenIn(bench, 0)
    const open = { state: 'open', about: 'other', title: 'Front: It answered 503', acknowledged: null }
    expect(await links.read(token)).toEqual(open)
    expect(await links.read(token)).toEqual(open)
    const acknowledged = { who: 'someone with the link sent to Chat', at: bench.now() }
    expect(await links.acknowledge(token)).toEqual({ ...open, state: 'acknowledged', acknowledged })
    expect(await onPage()).toEqual(acknowledged)
    expect(await links.takeBack(token)).toEqual(open)
    expect(await onPage()).toBeUndefined()
    await links.acknowledge(token)
    await bench.pass(30 * MINUTE_MS, 10 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST])
    await turn('up')
    expect(await onPage()).toBeUndefined()
    expect(await links.read(token)).toMatchObject({ state: 'ended', acknowledged: null })
    expect(await links.acknowledge(token)).toMatchObject({ state: 'ended' })
    // Who took care of the failure before has not acknowledged the next one.
    await turn('down')
    expect(await links.read(token)).toEqual(open)
    await bench.pass(12 * MINUTE_MS, 4 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST, FIRST, NEXT])
  })

  it('waits while somebody wants silence, and is refused for what works again', async () => {
    const { bench, turn, ruleId } = await openWithCheck(engine)
    await turn('down')
    await bench.pass(MINUTE_MS, MINUTE_MS)
    await bench.desk.alerts.mutes.add({ project: 'shop', minutes: '20', reason: '' })
    await bench.pass(18 * MINUTE_MS, 9 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST])
    await bench.pass(12 * MINUTE_MS, 4 * MINUTE_MS)
    expect(titlesOf(bench)).toEqual([FIRST, NEXT])
    const rule = await bench.desk.alerts.rules.find(ruleId)
    await bench.desk.alerts.rules.change(ruleId, aRule({ happening: 'uptime-recovered' }), rule?.version ?? 0)
    const plan = { afterMinutes: '10', repeats: '1', channels: ['1'] }
    expect(await bench.desk.alerts.escalation.save(ruleId, plan)).toEqual({
      refusal: 'Cannot save the escalation: what works again needs nobody',
    })
  })

  it('ends when what a rule measures is over', async () => {
    const { bench, disk } = await openEscalating(engine, { happening: 'disk-full', project: '', count: '10' })
    const first = 'Disk is nearly full in Crumbtrail: Disk of the desk'
    disk.free = 9 * GB
    await bench.pass(18 * MINUTE_MS, MINUTE_MS)
    expect(titlesOf(bench)).toEqual([first, `Not acknowledged: ${first}`])
    expect(await linksOf(bench).acknowledge(tokenIn(bench, 1))).toMatchObject({ state: 'acknowledged' })
    disk.free = 50 * GB
    await bench.pass(30 * MINUTE_MS, 6 * MINUTE_MS)
    expect(bench.received).toHaveLength(2)
    expect(await bench.store.db.selectFrom('occurrence_acknowledgement').selectAll().execute()).toEqual([])
    expect(await bench.store.db.selectFrom('occurrence_escalation').selectAll().execute()).toEqual([])
  })
})

describe.each(ENGINES)('links of messages about several subjects, on %s', (engine) => {
  it('name each of them, and none that the message does not have', async () => {
    const { bench, turn } = await openWithCheck(engine)
    await turn('down')
    await bench.pass(MINUTE_MS, MINUTE_MS)
    const links = linksOf(bench)
    const key = await readLinkKey(bench.store, systemRandom)
    const token = tokenIn(bench, 0)
    expect(tokenOf(key, { messageId: Number(token.split('.')[0]), index: 0 })).toBe(token)
    const other = tokenOf(key, { messageId: Number(token.split('.')[0]), index: 1 })
    expect(await links.acknowledge(other)).toEqual({ state: 'unknown' })
    expect(await links.acknowledge(token.replace('.s0.', '.s1.'))).toEqual({ state: 'unknown' })
    expect(await links.read(token)).toMatchObject({ state: 'open' })
  })
})
