import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkAlerts } from '#server/process/doctor/check-alerts.ts'
import { ALERT_FACTS, toAlertFacts } from '#server/store/alerts/alert-facts.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertCollecting } from '#server/store/alerts/collecting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 25, 12)

async function check({ db }: Store): Promise<string> {
  const { rows } = await sql.raw<Record<string, unknown>>(ALERT_FACTS).execute(db)
  const { state, message } = checkAlerts(toAlertFacts(rows[0] ?? {}), NOW)
  return `${state}: ${message}`
}

function addChannel(store: Store, name: string): Promise<number> {
  const channel = { kind: 'ntfy', name, settings: {} } as const
  return store.write((trx) => insertChannel(trx, channel, { now: NOW, accountId: null }))
}

function addMessage(store: Store, channelId: number, state: 'waiting' | 'undelivered', dueAt: number) {
  return store.write(async (trx) => {
    const flow = { projectId: 1, ruleId: 1, channelId, happening: 'new' } as const
    const message = { ...flow, key: `${channelId}-${dueAt}`, title: 'New issue', createdAt: dueAt, dueAt }
    const [id = 0] = await insertCollecting(trx, [message])
    await trx.updateTable('alert_message').set({ state }).where('id', '=', id).execute()
  })
}

describe.each(ENGINES)('what doctor says of alerts, on %s', (engine) => {
  async function open() {
    const store = await openTestStore(engine)
    onTestFinished(() => store.close())
    return store
  }

  it('is that nobody is told while there is no channel', async () => {
    const store = await open()
    expect(await check(store)).toBe(
      'warn: 8 alert rules are on, but no channel is: nobody is told (/alerts/channels)',
    )
    await addChannel(store, 'Ops')
    expect(await check(store)).toBe('ok: 8 alert rules and 1 channel are on, and no message is late')
    await store.write((trx) => trx.updateTable('alert_channel').set({ is_enabled: 0 }).execute())
    expect(await check(store)).toMatch(/^warn: 8 alert rules are on, but no channel is/)
    await store.write((trx) => trx.updateTable('alert_rule').set({ is_enabled: 0 }).execute())
    expect(await check(store)).toBe('ok: no alert rule is on')
  })

  it('is which channel fails, and how many messages were given up', async () => {
    const store = await open()
    const [failing] = [await addChannel(store, 'Ops'), await addChannel(store, 'Mail')]
    await store.write((trx) =>
      trx.updateTable('alert_channel').set({ failures: 5 }).where('id', '=', failing).execute(),
    )
    await addMessage(store, failing, 'undelivered', NOW - 1)
    await addMessage(store, failing, 'undelivered', NOW - 2)
    // What waits for a channel that fails is late for that reason.
    await addMessage(store, failing, 'waiting', NOW - 3_600_000)
    expect(await check(store)).toBe(
      'warn: the latest messages to the channel "Ops" failed (1 of 2 fail): "alerts messages" says why; ' +
        '2 messages were given up: "alerts messages --state undelivered" shows them',
    )
  })

  it('is that a message is late, where its channel works', async () => {
    const store = await open()
    const channel = await addChannel(store, 'Ops')
    await addMessage(store, channel, 'waiting', NOW + 60_000)
    await addMessage(store, channel, 'waiting', NOW - 119_000)
    expect(await check(store)).toMatch(/^ok/)
    await addMessage(store, channel, 'waiting', NOW - 300_000)
    expect(await check(store)).toBe(
      'warn: a message waits for 5 minutes: no desk runs, or sending is too slow',
    )
  })
})
