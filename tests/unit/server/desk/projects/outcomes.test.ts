import { expect, it, onTestFinished } from 'vitest'
import { createUsageReader } from '#server/desk/projects/outcomes.ts'
import { putProjectSetting } from '#server/store/projects/project-settings.ts'
import { anEventId, openEventStore } from '#tests/support/store/event-store.ts'

const NOW = Date.UTC(2026, 8, 20, 10, 30)
const HOUR_MS = 3_600_000
const scope = { project: undefined, period: { start: NOW - 24 * HOUR_MS, end: NOW } }

async function open() {
  const opened = await openEventStore(() => NOW)
  onTestFinished(opened.close)
  return { ...opened, readUsage: createUsageReader(opened.store, () => NOW) }
}

it('tells what became of what was sent, by hour and by key', async () => {
  const { readUsage, send, writeBatch } = await open()
  send({ event_id: anEventId(1), message: 'a' })
  send({ event_id: anEventId(2), message: 'b' }, NOW - 2 * HOUR_MS)
  send({ event_id: anEventId(3), message: 'c' }, NOW - 50 * HOUR_MS) // before the time that is asked for
  const hour = Math.floor(NOW / HOUR_MS)
  const turnedAway = {
    projectId: 1,
    keyId: 1,
    hour,
    outcome: 'rate_limited',
    reason: 'project_hour',
  } as const
  writeBatch([], [{ ...turnedAway, category: 'error', quantity: 5 }])
  // What SDKs report of themselves is in the tables, and so in the chart.
  writeBatch([], [{ ...turnedAway, category: 'internal', outcome: 'accepted', reason: '', quantity: 2 }])
  const usage = await readUsage(scope)
  expect(usage.hours).toBe(25)
  expect(usage.byHour).toEqual([
    { hour: hour - 2, outcome: 'accepted', quantity: 1 },
    { hour, outcome: 'accepted', quantity: 3 },
    { hour, outcome: 'rate_limited', quantity: 5 },
  ])
  const inTables = usage.sums.reduce((sum, { quantity }) => sum + quantity, 0)
  expect(inTables).toBe(9)
  expect(usage.sums).toContainEqual({
    ...{ projectSlug: 'crumbtrail', keyId: 1, category: 'error' },
    ...{ outcome: 'rate_limited', reason: 'project_hour', quantity: 5 },
  })
  expect(usage.keys).toEqual([{ id: 1, projectSlug: 'crumbtrail', name: 'aaaaaaaa', isActive: true }])
  expect((await readUsage({ ...scope, project: 'nowhere' })).sums).toEqual([])
})

it('tells how far limits are used up', async () => {
  const { readUsage, store, send } = await open()
  const rules = [
    { per: 'hour', quantity: 2, scope: 'project' },
    { per: 'month', quantity: 9, category: 'error', scope: 'key' },
    { per: 'minute', quantity: 7, scope: 'project' },
  ] as const
  await store.write((trx) => putProjectSetting(trx, 1, 'rateLimits', { rules: [...rules] }))
  for (const number of [1, 2]) send({ event_id: anEventId(number), message: 'a' })
  const { limits } = await readUsage(scope)
  expect(limits).toEqual([
    { projectSlug: 'crumbtrail', per: 'hour', category: null, keyName: null, quantity: 2, taken: 2 },
    {
      projectSlug: 'crumbtrail',
      per: 'month',
      category: 'error',
      keyName: 'aaaaaaaa',
      quantity: 9,
      taken: 2,
    },
    { projectSlug: 'crumbtrail', per: 'minute', category: null, keyName: null, quantity: 7, taken: null },
  ])
})
