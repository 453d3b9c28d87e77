import { describe, expect, it } from 'vitest'
import { aRule } from '#tests/support/alerts/alerts-bench.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { DOWN, UP } from '#tests/support/uptime/uptime-answers.ts'
import { openUptimeBench } from '#tests/support/uptime/uptime-bench.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

async function openWithChecks(engine: Engine) {
  const bench = await openUptimeBench(engine)
  const insert = (status: 'ok' | 'error', at: number) =>
    bench.store.write((trx) =>
      trx
        .insertInto('check_in')
        .values({
          ...{ project_id: bench.projectId, monitor_id: 1, check_in_id: `${at}`.padStart(32, '0'), status },
          ...{ environment: 'production', timestamp: at, received_at: at, updated_at: at },
          ...{ duration_ms: null, trace_id: null, release: null },
        })
        .execute(),
    )
  const config = JSON.stringify({
    ...{ schedule: { type: 'interval', value: 1, unit: 'hour' }, timezone: null, maxRuntimeMinutes: 10 },
    ...{ checkInMarginMinutes: 5, failureIssueThreshold: 2, recoveryThreshold: null },
  })
  const monitor = { id: 1, project_id: bench.projectId, slug: 'backup', config, created_at: 0 }
  await bench.store.write((trx) => trx.insertInto('monitor').values(monitor).execute())
  return Object.assign(bench, { insert })
}

describe.each(ENGINES)('the preview of a rule, on %s', (engine) => {
  it('shows when a monitor failed and recovered, by its own thresholds', async () => {
    const { desk, insert, now, skip } = await openWithChecks(engine)
    const started = now()
    const statuses = ['ok', 'error', 'ok', 'error', 'error', 'ok'] as const
    for (const [hour, status] of statuses.entries()) await insert(status, started + hour * HOUR_MS)
    skip(5 * HOUR_MS + 8 * HOUR_MS)
    const failed = await desk.alerts.rules.preview(aRule({ happening: 'monitor-failed' }))
    // Two errors in a row, and two runs in a row that did not come.
    expect(failed).toMatchObject({ messages: 2, kind: 'monitor', subjects: 1, busiestHour: 1 })
    expect(failed).toMatchObject({
      latest: [
        { name: 'backup', at: started + 7 * HOUR_MS + 5 * MINUTE_MS, path: '/monitors/shop/backup' },
        { name: 'backup', at: started + 4 * HOUR_MS },
      ],
    })
    const recovered = await desk.alerts.rules.preview(aRule({ happening: 'monitor-recovered' }))
    expect(recovered).toMatchObject({ messages: 1, latest: [{ at: started + 5 * HOUR_MS }] })
    const search = aRule({ happening: 'monitor-failed', search: 'reason:missed' })
    expect(await desk.alerts.rules.preview(search)).toMatchObject({ messages: 1 })
  })

  it('says of checks what was sent, and of certificates what today’s say', async () => {
    const bench = await openWithChecks(engine)
    const id = await bench.addCheck()
    await bench.addChannel('Chat')
    for (const answer of [UP, DOWN, UP, DOWN, UP]) {
      bench.answer = () => answer
      await bench.pass(10 * MINUTE_MS, 5_000)
    }
    const sent = await bench.listMessages()
    expect(sent.map(({ title }) => title.split(' in ')[0])).toEqual(['Down', 'Up again', 'Down', 'Up again'])
    const down = await bench.desk.alerts.rules.preview(aRule({ happening: 'uptime-failed' }))
    expect(down).toMatchObject({ messages: 2, kind: 'check', subjects: 1 })
    expect(down).toMatchObject({ latest: [{ path: `/monitors/shop/uptime/${id}` }, {}] })
    const up = await bench.desk.alerts.rules.preview(aRule({ happening: 'uptime-recovered' }))
    expect(up).toMatchObject({ messages: 2 })
    const certificate = aRule({ happening: 'certificate-ends' })
    expect(await bench.desk.alerts.rules.preview(certificate)).toEqual({
      unknown:
        'No certificate of today ends within 14 days. The desk does not keep the ends of those that were renewed.',
    })
    const certificate_ends_at = bench.now() + 10 * 24 * HOUR_MS
    await bench.store.write((trx) =>
      trx.updateTable('uptime_check').set({ certificate_ends_at }).where('id', '=', id).execute(),
    )
    expect(await bench.desk.alerts.rules.preview(certificate)).toMatchObject({
      ...{ messages: 1, kind: 'check', note: expect.stringContaining('that were renewed') },
      latest: [{ at: bench.now() - 4 * 24 * HOUR_MS, title: expect.stringContaining('in 14 days') }],
    })
  })
})
