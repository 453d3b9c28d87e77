import { expect, it, onTestFinished } from 'vitest'
import { createDeskMonitors } from '#server/desk/records/monitors.ts'
import { aCheckIn, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const monitors = createDeskMonitors(opened.store, () => RECEIVED_AT)
  let ids = 0
  const checkIn = (slug: string, status: string, more: Record<string, unknown> = {}) => {
    const check_in_id = (++ids).toString(16).padStart(32, '0')
    const body = anEnvelopeOf(aCheckIn({ monitor_slug: slug, check_in_id, status, ...more }))
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT - 60_000, body }], [])
  }
  const list = (more: Partial<Parameters<typeof monitors.list>[0]> = {}) =>
    monitors.list({ project: undefined, environment: undefined, cursor: undefined, limit: 2, ...more })
  return { monitors, checkIn, list, store: opened.store }
}

it('lists monitors by pages, in each the worst first, with one line for each environment', async () => {
  const { checkIn, list } = await open()
  checkIn('a', 'ok')
  checkIn('b', 'error')
  checkIn('b', 'ok', { environment: 'staging' })
  checkIn('c', 'ok')
  const first = await list()
  expect(first.items.map(({ slug }) => slug)).toEqual(['b', 'a'])
  const states = first.items[0]?.environments.map(({ name, state }) => `${name} ${state}`)
  expect(states).toEqual(['production error', 'staging ok'])
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect([second.items.map(({ slug }) => slug), second.nextCursor]).toEqual([['c'], null])
  expect((await list({ environment: 'staging' })).items.map(({ slug }) => slug)).toEqual(['b'])
  expect((await list({ project: 'nowhere' })).items).toEqual([])
})

it('finds one by its name, with its schedule', async () => {
  const { monitors, checkIn } = await open()
  checkIn('nightly', 'ok')
  expect(await monitors.find('crumbtrail', 'nightly')).toMatchObject({
    slug: 'nightly',
    schedule: '0 3 * * * Europe/Vienna',
    environments: [{ state: 'ok', lastAt: RECEIVED_AT - 60_000 }],
  })
  expect(await monitors.find('crumbtrail', 'night')).toBeUndefined()
  expect(await monitors.find('nowhere', 'nightly')).toBeUndefined()
})

it('deletes one with its check-ins, and no other', async () => {
  const { monitors, checkIn, list, store } = await open()
  checkIn('nightly', 'ok')
  for (let run = 0; run < 501; run++) checkIn('bogus', 'ok')
  expect(await monitors.delete('crumbtrail', 'bogus')).toBe(true)
  expect(await monitors.delete('crumbtrail', 'bogus')).toBe(false)
  expect(await monitors.delete('nowhere', 'nightly')).toBe(false)
  expect((await list()).items.map(({ slug }) => slug)).toEqual(['nightly'])
  expect(await store.db.selectFrom('check_in').select('id').execute()).toHaveLength(1)
  checkIn('bogus', 'ok')
  expect((await list()).items.map(({ slug }) => slug)).toEqual(['bogus', 'nightly'])
})

it('lists missed runs among the check-ins, each on one page', async () => {
  const { monitors, send, hand } = await openHourly()
  for (const isMissed of [false, false, true, false, true, true, false, false]) {
    if (!isMissed) send()
    hand.advance(HOUR_MS)
  }
  const first = await monitors.listRuns(1, 'hourly', { limit: 3 })
  expect(first?.items.map(({ state }) => state)).toEqual(['ok', 'ok', 'missed', 'missed', 'ok'])
  const rest = await monitors.listRuns(1, 'hourly', { limit: 3, cursor: first?.nextCursor ?? '' })
  expect(rest?.items.map(({ state }) => state)).toEqual(['missed', 'ok', 'ok'])
  const shown = [...(first?.items ?? []), ...(rest?.items ?? [])].map(({ time }) => time)
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  const strip = (await monitors.find('crumbtrail', 'hourly'))?.environments[0]?.runs
  expect(strip?.map(({ time }) => time).toReversed()).toEqual(shown)
  expect(await monitors.listRuns(1, 'nowhere', { limit: 3 })).toBeUndefined()
})

it('calls a run that took too long what the strip calls it', async () => {
  const { monitors, send, hand } = await openHourly()
  send({ status: 'in_progress' })
  hand.advance(45 * 60_000)
  const runs = await monitors.listRuns(1, 'hourly', { limit: 3 })
  expect(runs?.items.map(({ state }) => state)).toEqual(['timed_out'])
})

const HOUR_MS = 3_600_000

async function openHourly() {
  const hand = createHandClock()
  hand.advance(1_000 * HOUR_MS)
  const opened = await openEventStore(hand.clock)
  onTestFinished(opened.close)
  let ids = 0
  const send = (more: Record<string, unknown> = {}) => {
    const monitor_config = { schedule: { type: 'interval', value: 1, unit: 'hour' }, checkin_margin: 5 }
    const check_in_id = (++ids).toString(16).padStart(32, '0')
    const body = anEnvelopeOf(
      aCheckIn({ monitor_slug: 'hourly', check_in_id, status: 'ok', monitor_config, ...more }),
    )
    opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: hand.clock(), body }], [])
  }
  return { monitors: createDeskMonitors(opened.store, hand.clock), send, hand }
}
