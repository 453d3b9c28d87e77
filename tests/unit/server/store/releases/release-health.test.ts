import { expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import { aggregatedSessions, RECEIVED_AT } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const HOUR_MS = 3_600_000
/** A whole hour. */
const NOW = Math.floor(RECEIVED_AT / HOUR_MS) * HOUR_MS

async function open() {
  const opened = await openEventStore(() => RECEIVED_AT)
  onTestFinished(opened.close)
  const desk = createDesk({
    sees: 'all',
    store: opened.store,
    viewer: undefined,
    publicUrl: 'http://localhost',
    clock: () => NOW,
  })
  return {
    ...opened,
    desk,
    sendSessions(release: string, hoursAgo: number, counts: object) {
      const started = new Date(NOW - hoursAgo * HOUR_MS).toISOString()
      const attrs = { release, environment: 'production' }
      const body = anEnvelopeOf(aggregatedSessions({ aggregates: [{ started, ...counts }], attrs }))
      opened.writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT, body }], [])
    },
  }
}

const lastHours = (hours: number) => ({ start: NOW - hours * HOUR_MS, end: NOW })

it('is of the sessions that began in the period', async () => {
  const { desk, sendSessions } = await open()
  sendSessions('1.0.0', 30, { did: 'ada', exited: 1, crashed: 3 })
  sendSessions('1.0.0', 2, { did: 'ada', exited: 4 })
  sendSessions('1.1.0', 1, { did: 'bob', exited: 15, crashed: 1 })
  expect(await desk.releases.listHealth(1, lastHours(24))).toEqual([
    {
      version: '1.1.0',
      sessionCount: 16,
      crashFreeSessions: 1 - 1 / 16,
      crashFreeUsers: 0,
      anrUsers: 0,
      adoption: 0.8,
    },
    {
      version: '1.0.0',
      sessionCount: 4,
      crashFreeSessions: 1,
      crashFreeUsers: 1,
      anrUsers: 0,
      adoption: 0.2,
    },
  ])
  expect(await desk.releases.listHealth(1, lastHours(48))).toMatchObject([
    { version: '1.1.0', sessionCount: 16, adoption: 16 / 24 },
    { version: '1.0.0', sessionCount: 8, crashFreeSessions: 5 / 8, crashFreeUsers: 0, adoption: 8 / 24 },
  ])
  expect(
    await desk.releases.listHealth(1, { start: NOW - 30 * HOUR_MS, end: NOW - 29 * HOUR_MS }),
  ).toMatchObject([{ version: '1.0.0', sessionCount: 4, adoption: 1 }])
  expect(await desk.releases.listHealth(2, lastHours(48))).toEqual([])
})

it('is of the hour that a shorter period lies in', async () => {
  const { desk, sendSessions } = await open()
  sendSessions('1.0.0', 2, { exited: 4 })
  const quarter = { start: NOW - 1.75 * HOUR_MS, end: NOW - 1.5 * HOUR_MS }
  expect(await desk.releases.listHealth(1, quarter)).toMatchObject([{ version: '1.0.0', sessionCount: 4 }])
})

it('counts who came in several hours once', async () => {
  const { desk, sendSessions } = await open()
  for (let hour = 1; hour <= 40; hour++) sendSessions('1.0.0', hour, { did: `user-${hour % 8}`, exited: 1 })
  sendSessions('1.0.0', 40, { did: 'user-0', crashed: 1 })
  expect(await desk.releases.listHealth(1, lastHours(39))).toMatchObject([{ crashFreeUsers: 1 }])
  expect(await desk.releases.listHealth(1, lastHours(40))).toMatchObject([{ crashFreeUsers: 1 - 1 / 8 }])
})

it('knows releases that have events only, and gives them no share where others have sessions', async () => {
  const { desk, sendSessions, send } = await open()
  send({ message: 'no price', release: '0.9.0' }, NOW - HOUR_MS)
  send({ message: 'no price', release: '0.8.0' }, NOW - HOUR_MS)
  send({ message: 'no price', release: '0.9.0' }, NOW - 100 * HOUR_MS)
  const shares = async () => {
    const releases = await desk.releases.listHealth(1, lastHours(24))
    return Object.fromEntries(releases.map(({ version, adoption }) => [version, adoption]))
  }
  expect(await shares()).toEqual({ '0.8.0': 0.5, '0.9.0': 0.5 })
  sendSessions('1.0.0', 2, { exited: 1 })
  expect(await shares()).toEqual({ '1.0.0': 1, '0.8.0': 0, '0.9.0': 0 })
})

it('is what the lists of releases tell of a period that is asked for', async () => {
  const { desk, sendSessions } = await open()
  sendSessions('1.0.0', 30, { exited: 4 })
  const period = lastHours(48)
  expect((await desk.releases.list({ limit: 5 })).items).toMatchObject([{ sessionCount: 0, adoption: null }])
  expect((await desk.releases.list({ limit: 5, period })).items).toMatchObject([
    { sessionCount: 4, adoption: 1 },
  ])
  expect(await desk.releases.listByVersion('1.0.0', undefined, period)).toMatchObject([{ sessionCount: 4 }])
})
