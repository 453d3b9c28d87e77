import { describe, expect, it } from 'vitest'
import type { OutgoingRequest } from '#server/alerts/channels/channel.ts'
import { acknowledgeSubject } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import { openAlerts } from '#tests/support/alerts/alerts-bench.ts'
import { happen } from '#tests/support/alerts/an-occurrence.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000

/** A desk whose alerts go to PagerDuty, with the monitor `backup`. */
async function openPaged(engine: Engine) {
  const sent: string[] = []
  const request = async ({ body }: OutgoingRequest) => {
    const { event_action, dedup_key } = JSON.parse(body)
    sent.push(`${event_action} ${dedup_key}`)
    return { status: 202, headers: {}, body: '' }
  }
  const bench = await openAlerts(engine, { request })
  const values = { key: 'k'.repeat(32), region: '' }
  await bench.desk.alerts.channels.create('pagerduty', { name: 'On call', values })
  const { id: project_id } = await bench.store.db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', 'shop')
    .executeTakeFirstOrThrow()
  const setState = (state: 'ok' | 'failed') =>
    bench.store.write(async (trx) => {
      const monitor = { id: 6, project_id, slug: 'backup', config: null, created_at: 0 }
      await trx
        .insertInto('monitor')
        .values(monitor)
        .onConflict((same) => same.doNothing())
        .execute()
      const told = { project_id, monitor_id: 6, environment: 'production', state, at: 0 }
      await trx
        .insertInto('monitor_told')
        .values(told)
        .onConflict((same) => same.columns(['monitor_id', 'environment']).doUpdateSet({ state }))
        .execute()
    })
  return { ...bench, sent, setState, projectId: project_id }
}

const KEY = 'crumbtrail/desk.example/monitor:6:production'

describe.each(ENGINES)('incidents of monitors, on %s', (engine) => {
  it('end with the message that the monitor recovered, and once', async () => {
    const bench = await openPaged(engine)
    await bench.setState('failed')
    await happen(bench, {})
    await bench.pass(2 * MINUTE_MS, 10_000)
    await bench.setState('ok')
    await happen(bench, { state: 'ok' })
    await bench.pass(5 * MINUTE_MS, 10_000)
    expect(bench.sent).toEqual([`trigger ${KEY}`, `resolve ${KEY}`])
  })

  it('end where no rule tells of recoveries, and when the monitor is deleted', async () => {
    const bench = await openPaged(engine)
    for (const { id, happening } of await bench.desk.alerts.rules.list())
      if (happening === 'monitor-recovered') await bench.desk.alerts.rules.turn(id, false)
    await bench.setState('failed')
    await happen(bench, {})
    await bench.pass(2 * MINUTE_MS, 10_000)
    await bench.setState('ok')
    await bench.pass(2 * MINUTE_MS, 10_000)
    const once = [`trigger ${KEY}`, `resolve ${KEY}`]
    expect(bench.sent).toEqual(once)
    await bench.setState('failed')
    await happen(bench, {})
    await bench.pass(2 * MINUTE_MS, 10_000)
    await bench.store.write((trx) => trx.deleteFrom('monitor').execute())
    await bench.pass(2 * MINUTE_MS, 10_000)
    expect(bench.sent).toEqual([...once, ...once])
    const { items } = await bench.desk.alerts.messages.list({ limit: 1 })
    expect(items[0]).toMatchObject({ happening: 'resolved', title: 'Over in Shop: backup' })
  })

  it('are acknowledged once when somebody acknowledges the failure, and the next failure anew', async () => {
    const bench = await openPaged(engine)
    const acknowledge = () =>
      bench.store.write((trx) =>
        acknowledgeSubject(trx, 'monitor:6:production', {
          ...{ projectId: bench.projectId, actor: { name: 'Ada' }, who: 'Ada', now: bench.now() },
        }),
      )
    for (const number of [1, 2]) {
      await bench.setState('failed')
      await happen(bench, {})
      await bench.pass(2 * MINUTE_MS, 10_000)
      const shown = () => bench.desk.acknowledging.listOfMonitor(6, ['production', 'staging'])
      expect(await shown()).toEqual([])
      await acknowledge()
      expect(await shown()).toEqual([{ environment: 'production', who: 'Ada', at: bench.now() }])
      await bench.pass(5 * MINUTE_MS, 10_000)
      const { items } = await bench.desk.alerts.messages.list({ limit: 1 })
      expect(items[0]).toMatchObject({ happening: 'acknowledged', title: 'Acknowledged in Shop: backup' })
      await bench.setState('ok')
      await happen(bench, { state: 'ok' })
      await bench.pass(60 * MINUTE_MS, MINUTE_MS)
      expect(bench.sent).toHaveLength(3 * number)
    }
    const once = ['trigger', 'acknowledge', 'resolve'].map((action) => `${action} ${KEY}`)
    expect(bench.sent).toEqual([...once, ...once])
  })

  it('are not acknowledged where the monitor works again before the service is told', async () => {
    const bench = await openPaged(engine)
    await bench.setState('failed')
    await happen(bench, {})
    await bench.pass(2 * MINUTE_MS, 10_000)
    const by = { projectId: bench.projectId, actor: { name: 'Ada' }, who: 'Ada', now: bench.now() }
    await bench.store.write((trx) => acknowledgeSubject(trx, 'monitor:6:production', by))
    await bench.setState('ok')
    await bench.pass(5 * MINUTE_MS, 10_000)
    expect(bench.sent).toEqual([`trigger ${KEY}`, `resolve ${KEY}`])
  })
})
