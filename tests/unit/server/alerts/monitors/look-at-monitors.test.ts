import { describe, expect, it, onTestFinished } from 'vitest'
import { closeSlice } from '#server/alerts/decide/close.ts'
import { lookAtMonitors } from '#server/alerts/monitors/look-at-monitors.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { isAnyCollected } from '#server/store/alerts/collecting.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const STARTED = Date.UTC(2026, 10, 25, 9)

/** A desk with a channel and the monitor `backup` of every hour, which may be five minutes late. */
async function openBench(engine: Engine, settings: Record<string, unknown> = {}) {
  let now = STARTED
  let keys = 0
  let checkIns = 0
  const opened = await openEitherEventStore(engine, () => now)
  onTestFinished(() => opened.close())
  const { store } = opened
  const project = { slug: 'shop', name: 'Shop', publicKey: 'shop'.repeat(8), now }
  const { id: projectId } = await store.write((trx) => insertProject(trx, project))
  const channel = { kind: 'webhook', name: 'Chat', settings: {} } as const
  await store.write((trx) => insertChannel(trx, channel, { now, accountId: null }))
  const config = JSON.stringify({
    ...{ schedule: { type: 'interval', value: 1, unit: 'hour' }, timezone: null, maxRuntimeMinutes: 10 },
    ...{ checkInMarginMinutes: 5, failureIssueThreshold: null, recoveryThreshold: null, ...settings },
  })
  const row = { project_id: projectId, slug: 'backup', config, created_at: now }
  const { id: monitorId } = await store.write((trx) =>
    trx.insertInto('monitor').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  const publicUrl = 'https://desk.example'
  const look = async () => {
    const newKey = () => (++keys).toString(16).padStart(32, '0')
    await lookAtMonitors(store, { now, publicUrl, newKey })
    if (await isAnyCollected(store.db, now))
      await store.write((trx) => closeSlice(trx, { now, publicUrl, latest: new Map() }))
  }
  return {
    look,
    /** Moves the clock without a look, as while the desk is down. */
    skip(durationMs: number) {
      now += durationMs
    },
    async pass(durationMs: number) {
      for (const end = now + durationMs; now < end; ) {
        now += MINUTE_MS
        await look()
      }
    },
    async checkIn(status: 'ok' | 'error' | 'in_progress', environment = 'production') {
      const check_in_id = (++checkIns).toString(16).padStart(32, '0')
      const values = {
        ...{ project_id: projectId, monitor_id: monitorId, check_in_id, status, environment },
        ...{ timestamp: now, received_at: now, updated_at: now },
        ...{ duration_ms: null, trace_id: null, release: null },
      }
      await store.write((trx) => trx.insertInto('check_in').values(values).execute())
    },
    async listMessages() {
      const rows = await store.db.selectFrom('alert_message').select('content').orderBy('id').execute()
      return rows.map(({ content }) => JSON.parse(content ?? 'null') as AlertMessage) // as stored
    },
  }
}

describe.each(ENGINES)('lookAtMonitors() on %s', (engine) => {
  it('tells once that a run was missed, and once that the monitor recovered', async () => {
    const { look, pass, checkIn, listMessages } = await openBench(engine)
    await look()
    await checkIn('ok')
    await pass(HOUR_MS + 5 * MINUTE_MS)
    expect(await listMessages()).toEqual([])
    await pass(3 * HOUR_MS)
    const [missed, ...others] = await listMessages()
    expect(others).toEqual([])
    expect(missed).toMatchObject({
      ...{ happening: 'monitor-failed', urgency: 'urgent', title: 'Monitor missed a run in Shop: backup' },
      ...{ url: 'https://desk.example/monitors/shop/backup', more: 0, at: Date.UTC(2026, 10, 25, 10, 6) },
    })
    expect(missed?.subjects).toMatchObject([
      { id: 'monitor:1:production', detail: 'No check-in came that was due at 2026-11-25 10:00 UTC' },
    ])
    await checkIn('ok')
    await pass(30 * MINUTE_MS)
    const messages = await listMessages()
    expect(messages.map(({ title }) => title)).toEqual([
      'Monitor missed a run in Shop: backup',
      'Monitor recovered in Shop: backup',
    ])
    expect(messages[1]?.happening).toBe('monitor-recovered')
    expect(messages[1]?.subjects[0]?.id).toBe('monitor:1:production')
  })

  it('tells of a run that failed, and of one that did not end in time', async () => {
    const { look, pass, checkIn, listMessages } = await openBench(engine)
    await look()
    await pass(MINUTE_MS)
    await checkIn('error')
    await pass(MINUTE_MS)
    await checkIn('ok')
    await pass(MINUTE_MS)
    await checkIn('in_progress')
    await pass(11 * MINUTE_MS)
    expect((await listMessages()).map(({ title }) => title)).toEqual([
      'Monitor failed in Shop: backup',
      'Monitor recovered in Shop: backup',
      'Monitor did not finish in Shop: backup',
    ])
  })

  it("waits for the monitor's own thresholds", async () => {
    const { look, pass, checkIn, listMessages } = await openBench(engine, {
      ...{ failureIssueThreshold: 3, recoveryThreshold: 2 },
    })
    await look()
    const titles = []
    for (const status of ['ok', 'error', 'error', 'error', 'ok', 'ok'] as const) {
      await pass(MINUTE_MS)
      await checkIn(status)
      await pass(MINUTE_MS)
      titles.push((await listMessages()).length)
    }
    expect(titles).toEqual([0, 0, 0, 1, 1, 2])
  })

  it('tells nothing of what it could not hear while the desk was down for a day', async () => {
    const { look, pass, skip, checkIn, listMessages } = await openBench(engine)
    await look()
    await checkIn('ok')
    await pass(10 * MINUTE_MS)
    skip(24 * HOUR_MS)
    await pass(10 * MINUTE_MS)
    expect(await listMessages()).toEqual([])
    await pass(HOUR_MS)
    expect((await listMessages()).map(({ title }) => title)).toEqual(['Monitor missed a run in Shop: backup'])
  })

  it('takes what failed before its first look as history, and says nothing of development', async () => {
    const { look, pass, checkIn, listMessages } = await openBench(engine)
    await checkIn('error')
    await look()
    await pass(10 * MINUTE_MS)
    await checkIn('error', 'development')
    await pass(2 * MINUTE_MS)
    expect(await listMessages()).toEqual([])
  })

  it('tells once where two processes look at the same time', async () => {
    const { look, pass, skip, checkIn, listMessages } = await openBench(engine)
    await look()
    await pass(MINUTE_MS)
    await checkIn('error')
    skip(MINUTE_MS)
    await Promise.all([look(), look()])
    expect(await listMessages()).toHaveLength(1)
  })

  it('keeps its hour where clocks change', async () => {
    // In Berlin, 2:00 to 3:00 came twice on 25 October 2026, and a job of 2:30 runs once.
    const { look, skip, pass, checkIn, listMessages } = await openBench(engine, {
      ...{ schedule: { type: 'crontab', value: '30 2 * * *' }, timezone: 'Europe/Berlin' },
    })
    skip(Date.UTC(2026, 9, 24, 0, 29) - STARTED)
    await look()
    await pass(MINUTE_MS)
    await checkIn('ok') // 2:30 in summer time
    await pass(24 * HOUR_MS)
    await checkIn('ok') // the same hour of the night
    await pass(24 * HOUR_MS + 30 * MINUTE_MS)
    expect(await listMessages()).toEqual([])
  })
})
