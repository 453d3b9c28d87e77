import { describe, expect, it } from 'vitest'
import type { AlertsBench } from '#tests/support/alerts/alerts-bench.ts'
import { aRule, openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { happen } from '#tests/support/alerts/an-occurrence.ts'
import { openPeople } from '#tests/support/alerts/people-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const titlesOf = ({ received }: AlertsBench) => received.map(({ title }) => title)

/** Only rules that a test makes are left. */
async function withoutRules({ desk }: AlertsBench): Promise<void> {
  for (const { id } of await desk.alerts.rules.list()) await desk.alerts.rules.delete(id)
}

describe.each(ENGINES)('who hears of monitors and checks, on %s', (engine) => {
  it('is every channel at first, by a rule that can be turned off and on again', async () => {
    const bench = await openAlerts(engine)
    await bench.addChannel('Chat')
    const [rule] = (await bench.desk.alerts.rules.list()).filter(
      ({ happening }) => happening === 'monitor-failed',
    )
    await happen(bench, {})
    await bench.pass(2_000)
    expect(bench.received).toMatchObject([
      {
        ...{ happening: 'monitor-failed', urgency: 'urgent', rule: { id: rule?.id, name: 'Monitor fails' } },
        ...{ title: 'Monitor missed a run in Shop: backup', more: 0 },
        subjects: [
          { kind: 'monitor', id: 'monitor:6:production', url: 'https://desk.example/monitors/shop/backup' },
        ],
      },
    ])
    await bench.desk.alerts.rules.turn(rule?.id ?? 0, false)
    expect(await happen(bench, { slug: 'mail' })).toEqual([])
    await bench.desk.alerts.rules.turn(rule?.id ?? 0, true)
    await bench.pass(HOUR_MS, MINUTE_MS)
    expect(await happen(bench, { slug: 'mail' })).toEqual(['monitor:4:production'])
    await bench.pass(2_000)
    expect(titlesOf(bench)).toEqual([
      'Monitor missed a run in Shop: backup',
      'Monitor missed a run in Shop: mail',
    ])
  })

  it('is whom a rule names, of what its search means: name, environment and reason', async () => {
    const bench = await openAlerts(engine)
    await withoutRules(bench)
    const on = await bench.addChannel('On call')
    await bench.addChannel('Chat')
    const search = 'name:back* environment:production reason:missed'
    const channels = [String(on)]
    const given = aRule({ happening: 'monitor-failed', search, channels, isForEveryChannel: false })
    expect(await bench.desk.alerts.rules.create(given)).toMatchObject({ name: 'Mine' })
    expect(await happen(bench, { slug: 'mail' })).toEqual([])
    expect(await happen(bench, { environment: 'staging' })).toEqual([])
    expect(await happen(bench, { state: 'error' })).toEqual([])
    expect(await happen(bench, {})).toEqual(['monitor:6:production'])
    await bench.pass(2_000)
    expect(titlesOf(bench)).toEqual(['Monitor missed a run in Shop: backup'])
    expect(await bench.desk.alerts.rules.create({ ...given, search: 'level:error' })).toEqual({
      refusal:
        'Cannot save the rule: Cannot search: `level:error` is not known here: use name, environment or reason',
      field: 'search',
    })
  })

  it('is nobody of development environments, and of Crumbtrail’s own project, unless a rule names them', async () => {
    const bench = await openAlerts(engine)
    await bench.addChannel('Chat')
    expect(await happen(bench, { environment: 'dev' }, { projectId: 1 })).toEqual([])
    await bench.desk.alerts.rules.create(aRule({ happening: 'monitor-failed', search: 'environment:dev' }))
    expect(await happen(bench, { environment: 'dev' })).toEqual(['monitor:6:dev'])
  })

  it('is nobody while the project is muted, or the rule told of the same within its time', async () => {
    const bench = await openAlerts(engine)
    await withoutRules(bench)
    await bench.addChannel('Chat')
    await bench.desk.alerts.rules.create(aRule({ happening: 'monitor-failed', coolDownMinutes: '60' }))
    await bench.desk.alerts.mutes.add({ project: 'shop', minutes: '5', reason: 'deploy' })
    expect(await happen(bench, {})).toEqual([])
    await bench.pass(6 * MINUTE_MS, MINUTE_MS)
    expect(await happen(bench, {})).toEqual(['monitor:6:production'])
    await bench.pass(59 * MINUTE_MS, MINUTE_MS)
    expect(await happen(bench, {}, { slug: 'mail' })).toEqual(['monitor:4:production'])
    await bench.pass(MINUTE_MS, MINUTE_MS)
    expect(await happen(bench, {})).toEqual(['monitor:6:production'])
  })

  it('is told of many in one message after the first, with five and how many more', async () => {
    const bench = await openAlerts(engine)
    await bench.addChannel('Chat')
    await happen(bench, {})
    const names = Array.from({ length: 12 }, (_, index) => ({
      slug: 'm'.repeat(index + 10),
      state: 'error' as const,
    }))
    await bench.pass(2_000)
    await happen(bench, ...names)
    await bench.pass(MINUTE_MS)
    expect(titlesOf(bench)).toEqual(['Monitor missed a run in Shop: backup', '12 monitors failed in Shop'])
    expect(bench.received[1]?.more).toBe(7)
    expect(bench.received[1]?.note).toBeUndefined()
    expect(bench.received[1]?.subjects).toHaveLength(5)
    expect(bench.received[1]?.url).toBe('https://desk.example/monitors?project=shop')
  })

  it('hears nothing of a failure that was over before it was sent, nor that it is over', async () => {
    const bench = await openAlerts(engine)
    await bench.addChannel('Chat')
    await happen(bench, {})
    await bench.pass(2_000)
    await happen(bench, { slug: 'mail' })
    await happen(bench, { slug: 'mail', state: 'ok' })
    await bench.pass(HOUR_MS, MINUTE_MS)
    expect(titlesOf(bench)).toEqual(['Monitor missed a run in Shop: backup'])
    const { items } = await bench.desk.alerts.messages.list({ state: 'discarded', limit: 5 })
    expect(items.map(({ reason }) => reason)).toEqual(['It was over before it was sent'])
    await happen(bench, { state: 'ok' })
    await bench.pass(2_000)
    expect(titlesOf(bench)[1]).toBe('Monitor recovered in Shop: backup')
  })

  it('is also who hears rules, by mail, who sees the project', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    await bench.choose(ada, { ways: { mentioned: [], assigned: [], subscribed: [], rules: ['mail'] } })
    expect(await happen(bench, {})).toEqual(['monitor:6:production'])
    await bench.pass(2_000)
    const [mail, ...others] = bench.mailsTo(ada)
    expect(others).toEqual([])
    expect(mail?.subject).toContain('backup')
    expect(mail?.text).toContain('Monitor missed a run: backup')
    expect(mail?.text).toContain('https://desk.example/monitors/shop/backup')
  })
})
