import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule } from '#server/store/alerts/rules.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { anError, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { envelopeOf, openEventStore } from '#tests/support/store/event-store.ts'

const RULES = 6
const ISSUES = 12

async function open(engine: Engine) {
  const clock = () => STARTED
  if (engine === 'sqlite') {
    const opened = await openEventStore(clock)
    return { ...opened, place: opened.file }
  }
  const url = await createPostgresDatabase()
  return { ...(await openPostgresEventStore({ url, clock })), place: url }
}

/** Gives what it was sent: the key of each request, with the issues that it is about. */
async function openReceiver() {
  const received: { key: string; issues: string[] }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        data: { subjects: { id: string }[]; more: number }
      }
      received.push({
        key: String(request.headers['webhook-id']),
        issues: body.data.subjects.map(({ id }) => id),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } // a listening server has one
}

describe.each(ENGINES)('what sends alerts, killed on %s', (engine) => {
  it('sends each message, and a receiver that keeps the keys hears none twice', async () => {
    const desk = await open(engine)
    onTestFinished(() => desk.close())
    const { store, place } = desk
    const { received, url } = await openReceiver()
    const at = { now: STARTED, accountId: null }
    const projectId = await store.write(async (trx) => {
      const { id } = await insertProject(trx, {
        slug: 'shop',
        name: 'Shop',
        publicKey: 'b'.repeat(32),
        now: 0,
      })
      await insertChannel(trx, { kind: 'webhook', name: 'Hook', settings: { url } }, at)
      const rule = {
        happening: 'new',
        projectId: null,
        subjectId: null,
        search: '',
        threshold: null,
        urgency: 'normal',
      } as const
      for (let number = 1; number < RULES; number++)
        await insertRule(trx, { ...rule, name: `Rule ${number}`, coolDownMinutes: 0, channelIds: null }, at)
      return id
    })
    const bodies = Array.from({ length: ISSUES }, (_, index) => envelopeOf(anError(index + 1)))
    const sender = { projectId, keyId: 2, receivedAt: STARTED }
    await desk.writeBatch(
      bodies.map((body) => ({ ...sender, body })),
      [],
    )
    if ('fold' in desk) await desk.fold()

    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    const script = join(repositoryRoot, 'tests', 'support', 'kills', 'alerts-process.ts')
    let now = STARTED
    const run = async (queries: number) => {
      const child = spawn(process.execPath, [script, place, String(queries), String(now)], {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      now += 61_000 // a lease ends after a minute
      return signal ?? code
    }
    for (let kill = 0; kill < doseOf('killedAlerts'); kill++) {
      expect(['SIGKILL', 0], `seed ${seed}`).toContain(await run(2 + Math.floor(random() * 120)))
    }
    expect(await run(Number.POSITIVE_INFINITY)).toBe(0)
    expect(await run(Number.POSITIVE_INFINITY)).toBe(0)
    const byKey = Map.groupBy(received, ({ key }) => key)
    expect(byKey.size, `seed ${seed}`).toBe(RULES)
    for (const repeats of byKey.values())
      expect(new Set(repeats.map(({ issues }) => issues.join())).size).toBe(1)
    const states = await store.db.selectFrom('alert_message').select('state').execute()
    expect(states.map(({ state }) => state)).toEqual(Array.from({ length: RULES }, () => 'delivered'))
  }, 300_000)
})
