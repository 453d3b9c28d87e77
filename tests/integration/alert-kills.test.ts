import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule } from '#server/store/alerts/rules.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { anError, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { openPlace, openReceiver } from '#tests/support/kills/alert-receiver.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

const RULES = 6
const ISSUES = 12

describe.each(ENGINES)('what sends alerts, killed on %s', (engine) => {
  it('sends each message, and a receiver that keeps the keys hears none twice', async () => {
    const desk = await openPlace(engine)
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
