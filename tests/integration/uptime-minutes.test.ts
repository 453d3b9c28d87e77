import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { openPlace, openReceiver } from '#tests/support/kills/alert-receiver.ts'
import { CHECKS, countMinutes, type Life, STEP_MS } from '#tests/support/kills/uptime-minutes.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { doseOf } from '#tests/support/run/doses.ts'

const MINUTE_MS = 60_000
/** Whoever is killed keeps the turns that it took for so long. */
const LEASE_MS = 60_000
const SCRIPT = join(repositoryRoot, 'tests', 'support', 'kills', 'uptime-clock-process.ts')
const NEVER = Number.POSITIVE_INFINITY

async function open(engine: (typeof ENGINES)[number]) {
  const desk = await openPlace(engine)
  onTestFinished(() => desk.close())
  const { store } = desk
  const { received, url } = await openReceiver()
  await store.write(async (trx) => {
    const project = { slug: 'shop', name: 'Shop', publicKey: 'b'.repeat(32), now: 0 }
    const { id } = await insertProject(trx, project)
    const at = { now: STARTED, accountId: null }
    await insertChannel(trx, { kind: 'webhook', name: 'Hook', settings: { url } }, at)
    for (const { phaseMs, ...check } of CHECKS)
      await trx
        .insertInto('uptime_check')
        .values({
          ...{ ...check, project_id: id, method: 'GET', headers: '[]', body: '', phase_ms: phaseMs },
          ...{ expects: '2xx', contains: '', lacks: '', timeout_ms: 10_000, every_minutes: 1 },
          ...{ created_at: 0, state_since: 0, next_at: STARTED },
        })
        .execute()
  })
  return { ...desk, received }
}

interface Death {
  queries: number
  changes: number
  afterMs: number
}

/** Lets a process ask from a time on, until it is killed or a time has come. */
async function live(place: string, life: Life, { queries, changes, afterMs }: Death) {
  const given = [place, life.from, life.until, queries, changes].map(String)
  const child = spawn(process.execPath, [SCRIPT, ...given], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const printed = text(child.stdout)
  if (afterMs !== NEVER) {
    await once(child.stdout, 'data')
    await Promise.race([exited, pause(afterMs)])
    child.kill('SIGKILL')
  }
  const [code, signal] = (await exited) as [number | null, string | null]
  const steps = (await printed).trim().split('\n').map(Number)
  return { ended: signal ?? code, last: steps.at(-1) || life.from }
}

describe.each(ENGINES)('the minutes of checks, asked by processes that are killed on %s', (engine) => {
  it('have one result each while somebody asks, and each incident is told once, and its end', async () => {
    const { store, place, received } = await open(engine)
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    const lives: Life[] = []
    let now = STARTED
    const kills = doseOf('killedMinutes')
    for (let kill = 0; kill < kills; kill++) {
      const death = { queries: NEVER, changes: NEVER, afterMs: NEVER }
      if (kill % 3 === 0) death.queries = 2 + Math.floor(random() * 2_000)
      else if (kill % 3 === 1) death.changes = 1 + Math.floor(random() * 60)
      else death.afterMs = random() * 300
      const { ended, last } = await live(place, { from: now, until: NEVER }, death)
      expect(ended, `seed ${seed}`).toBe('SIGKILL')
      lives.push({ from: now, until: last })
      now = last + STEP_MS * (1 + Math.floor(random() * 36))
    }
    // The last process sees a check change, and sends what is left.
    const until = now + 16 * MINUTE_MS
    const end = await live(place, { from: now, until }, { queries: NEVER, changes: NEVER, afterMs: NEVER })
    expect(end.ended).toBe(0)
    lives.push({ from: now, until })

    const results = await store.db.selectFrom('uptime_result').select(['check_id', 'at']).execute()
    const minutes = CHECKS.map(({ phaseMs }, index) => {
      const times = results.filter(({ check_id }) => check_id === index + 1).map(({ at }) => at)
      return countMinutes(times, { phaseMs, lives, leaseMs: LEASE_MS })
    })
    const faults = minutes.map(({ missing, doubled }) => ({ missing, doubled }))
    expect(faults, `seed ${seed}`).toEqual(CHECKS.map(() => ({ missing: [], doubled: [] })))
    for (const { counted } of minutes) expect(counted).toBeGreaterThanOrEqual(15)
    const hours = await store.db.selectFrom('uptime_hour').select(['up_count', 'down_count']).execute()
    expect(hours.reduce((sum, { up_count, down_count }) => sum + up_count + down_count, 0)).toBe(
      results.length,
    )

    const incidents = await store.db.selectFrom('uptime_incident').selectAll().execute()
    expect(incidents.length).toBeGreaterThan(0)
    const told = await store.db
      .selectFrom('alert_occurrence')
      .innerJoin('alert_message', 'alert_message.id', 'alert_occurrence.message_id')
      .select(['subject', 'happening', 'state', 'message_key as key'])
      .execute()
    const countsOf = (subject: string, happening: string) =>
      told.filter((one) => one.subject === subject && one.happening === happening).length
    for (const [index] of CHECKS.entries()) {
      const own = incidents.filter(({ check_id }) => check_id === index + 1)
      const subject = `uptime:${index + 1}`
      expect(countsOf(subject, 'uptime-failed'), `seed ${seed}`).toBe(own.length)
      const ended = own.filter(({ ended_at }) => ended_at !== null).length
      expect(countsOf(subject, 'uptime-recovered'), `seed ${seed}`).toBe(ended)
    }
    // A message that was sent and not noted is sent again, and is the same: receivers know it by its key.
    const byKey = Map.groupBy(received, ({ key }) => key)
    expect(new Set(byKey.keys())).toEqual(new Set(told.map(({ key }) => key)))
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['delivered']))
    for (const repeats of byKey.values())
      expect(new Set(repeats.map(({ title, issues }) => `${title} ${issues.join()}`)).size).toBe(1)
    if (kills >= 100)
      console.log(
        `${engine}, seed ${seed}: ${kills} kills; ${results.length} results; ` +
          `without one: ${minutes.map(({ excused }) => excused).join(', ')} minutes while nobody asked; ` +
          `${incidents.length} incidents; ${byKey.size} messages, ${received.length} times`,
      )
  }, 1_800_000)
})
