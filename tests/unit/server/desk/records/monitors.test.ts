import { expect, it, onTestFinished } from 'vitest'
import { createDeskMonitors } from '#server/desk/records/monitors.ts'
import { aCheckIn, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

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
