import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#server/store/engine/store.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { keyOfProject } from '#tests/support/desk/project-keys.ts'
import { type SlowBody, type SlowSender, sendSlowly } from '#tests/support/desk/slow-sender.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { type ChildServer, startChildServer } from '#tests/support/servers/child-server.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

const MIB = 1024 * 1024

let server: ChildServer
let senders: SlowSender[] = []
let events = 0
/** It meets bodies that stop while the other is under load: what takes ten seconds need not be waited for in turn. */
let quietServer: ChildServer
let quietStore: Store
let directory: string
let stopped: Promise<StoppedBodies>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const quietFile = join(directory, 'quiet.sqlite')
  const files = [join(directory, 'desk.sqlite'), quietFile]
  const started = await Promise.all(files.map((file) => startChildServer('ingest-server.ts', [file])))
  ;[server, quietServer] = started as [ChildServer, ChildServer] // as many as there are files
  quietStore = await openSqliteStore({ file: quietFile })
  stopped = sendBodiesThatStop()
})

afterEach(() => {
  for (const sender of senders) sender.close()
  senders = []
})

afterAll(async () => {
  await server.kill()
  await quietServer.kill()
  await quietStore.close()
  await rm(directory, { recursive: true })
})

async function slowly(...bodies: SlowBody[]): Promise<SlowSender[]> {
  const begun = bodies.map((body) => sendSlowly(server.url, body))
  senders.push(...begun)
  await Promise.all(begun.map(({ sent }) => sent))
  return begun
}

interface StoppedBodies {
  senders: SlowSender[]
  /** Until both were cut off. */
  seconds: number
}

async function sendBodiesThatStop(): Promise<StoppedBodies> {
  const known = sendSlowly(quietServer.url, { path: withKey, first: '{}\n', bytes: 1_000 })
  const unknown = sendSlowly(quietServer.url, { path: '/tunnel', bytes: 1_000 })
  await Promise.all([known.sent, unknown.sent])
  const startedAt = performance.now()
  while (!known.isClosed() || !unknown.isClosed()) await pause(50)
  return { senders: [known, unknown], seconds: (performance.now() - startedAt) / 1_000 }
}

/** What one event of a project is answered with. */
async function sendEvent(project: number): Promise<number> {
  const body = new Uint8Array(envelopeOf({ event_id: anEventId(++events), message: 'as always' }))
  const url = `${server.url}/api/${project}/envelope/?sentry_key=${keyOfProject(project)}`
  return (await fetch(url, { method: 'POST', body })).status
}

const ENOUGH = 20

/** Sends events one after the other from each of two projects, for so long and until there are enough; says how many were taken. */
async function sendAsAlways(forMs: number): Promise<{ sent: number; taken: number }> {
  const end = performance.now() + forMs
  const total = { sent: 0, taken: 0 }
  const sendThose = async (project: number) => {
    while (performance.now() < end || total.sent <= ENOUGH) {
      total.sent++
      if ((await sendEvent(project)) === 200) total.taken++
    }
  }
  await Promise.all([sendThose(1), sendThose(2)])
  return total
}

const dsnLine = (project: number) =>
  `${JSON.stringify({ dsn: `http://${keyOfProject(project)}@desk.test/${project}` })}\n`
const withKey = `/api/1/envelope/?sentry_key=${keyOfProject(1)}`
const times = (count: number, body: SlowBody) => Array.from({ length: count }, () => body)

describe('beside slow senders', () => {
  it('99 of 100 events are taken while five bodies of 128 MiB are held open at the tunnel by nobody', async () => {
    const held = slowly(...times(4, { path: '/tunnel', bytes: 31 * MIB }), {
      path: '/tunnel',
      bytes: 4 * MIB,
    })
    const { sent, taken } = await sendAsAlways(4_000)
    await held
    expect(sent).toBeGreaterThan(ENOUGH)
    expect(taken / sent).toBeGreaterThanOrEqual(0.99)
  })

  it('99 of 100 events are taken beside thirty slow connections, of strangers and of the same project', async () => {
    const held = slowly(
      ...times(5, { path: '/tunnel', first: dsnLine(1), bytes: 31 * MIB }),
      ...times(5, { path: '/tunnel', bytes: 60 * 1024 }),
      ...times(5, { path: '/api/1/envelope/', bytes: 8 * 1024 }),
      ...times(5, { path: withKey, bytes: 31 * MIB }),
      ...times(10, { path: withKey, bytes: 12 * MIB, drip: 180_000 }),
    )
    const { sent, taken } = await sendAsAlways(doseOf('besideSlowSendersMs'))
    await held
    expect(sent).toBeGreaterThan(ENOUGH)
    expect(taken / sent).toBeGreaterThanOrEqual(0.99)
  })

  it('a body that stops is answered 408 after 10 s, cut off and counted', async () => {
    const { senders: cutOff, seconds } = await stopped
    expect(seconds).toBeGreaterThan(8)
    expect(seconds).toBeLessThan(20)
    for (const sender of cutOff) {
      expect(sender.answer()).toMatch(/^HTTP\/1\.1 408 /)
      expect(sender.answer()).toContain('connection: close')
      expect(sender.answer()).toContain(
        '{"detail":"Cannot read body: less than 10240 bytes arrived in 10 seconds"}',
      )
    }
    await expect
      .poll(
        () =>
          quietStore.db.selectFrom('outcome').select('quantity').where('reason', '=', 'too_slow').execute(),
        { timeout: 20_000 },
      )
      .toEqual([{ quantity: 1 }])
  })
})
