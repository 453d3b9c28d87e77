import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { openPlace, openReceiver } from '#tests/support/kills/alert-receiver.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { doseOf } from '#tests/support/run/doses.ts'

const CHECKS = ['Front', 'Search', 'Pay']

describe.each(ENGINES)('what asks checks, killed on %s', (engine) => {
  it('tells once of each check that is down, wherever it was killed since the answer', async () => {
    const desk = await openPlace(engine)
    onTestFinished(() => desk.close())
    const { store, place } = desk
    const { received, url } = await openReceiver()
    await store.write(async (trx) => {
      const { id } = await insertProject(trx, {
        slug: 'shop',
        name: 'Shop',
        publicKey: 'b'.repeat(32),
        now: 0,
      })
      const at = { now: STARTED, accountId: null }
      await insertChannel(trx, { kind: 'webhook', name: 'Hook', settings: { url } }, at)
      for (const name of CHECKS)
        await trx
          .insertInto('uptime_check')
          .values({
            ...{ project_id: id, name, url: 'https://shop.example/', method: 'GET', headers: '[]', body: '' },
            ...{ expects: '2xx', contains: '', lacks: '', timeout_ms: 10_000, every_minutes: 1, phase_ms: 0 },
            ...{ created_at: 0, state_since: 0, next_at: STARTED },
          })
          .execute()
    })
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    const script = join(repositoryRoot, 'tests', 'support', 'kills', 'uptime-process.ts')
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
    for (let kill = 0; kill < doseOf('killedChecks'); kill++)
      expect(['SIGKILL', 0], `seed ${seed}`).toContain(await run(2 + Math.floor(random() * 200)))
    for (let last = 0; last < 3; last++) {
      expect(await run(Number.POSITIVE_INFINITY)).toBe(0)
      now += 31 * 60_000 // the longest window, in which messages are collected
    }

    const byKey = Map.groupBy(received, ({ key }) => key)
    // A message that was sent and not noted is sent again, and is the same: receivers know it by its key.
    const told = [...byKey.values()].flatMap(([first]) => first?.issues ?? [])
    expect(told.toSorted(), `seed ${seed}`).toEqual(['uptime:1', 'uptime:2', 'uptime:3'])
    for (const repeats of byKey.values()) expect(new Set(repeats.map(({ title }) => title)).size).toBe(1)
    const incidents = await store.db.selectFrom('uptime_incident').select(['check_id', 'ended_at']).execute()
    expect(incidents.toSorted((a, b) => a.check_id - b.check_id)).toEqual(
      [1, 2, 3].map((check_id) => ({ check_id, ended_at: null })),
    )
    const states = await store.db.selectFrom('alert_message').select('state').execute()
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['delivered']))
  }, 1_200_000)
})
