import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CountSharing, createCountSharing } from '#server/ingest/limits/count-sharing.ts'
import { createRateLimiter } from '#server/ingest/limits/rate-limit.ts'
import { createPagesBytes } from '#server/ingest/pages-key.ts'
import type { RateLimitRule } from '#server/protocol/project-settings.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createLimitCounts } from '#server/store/postgres/memory/limit-counts.ts'
import { openSharedStores, type SharedStores } from '#tests/support/postgres/shared-stores.ts'

const SENDER = { projectId: 1, keyId: 10 }
const DAY_MS = 86_400_000
const MIB = 1024 * 1024

let shared: SharedStores
beforeAll(async () => {
  shared = await openSharedStores()
})
afterAll(() => shared.close())

let noon = Date.UTC(2026, 8, 1, 12)
beforeEach(() => {
  noon += 40 * DAY_MS // another window of each kind
  at.now = 0
})

/** The stopwatch of the processes. */
const at = { now: 0 }

interface Process {
  /** Sends so many errors one after the other, and returns how many were taken. */
  send(count: number, rule: Partial<RateLimitRule>): Promise<number>
  sharing: CountSharing
  /** Lets the look that is due happen. */
  look(): Promise<void>
  statements: number
}

function openProcess({ db }: Store, past = 0): Process {
  const due: (() => void)[] = []
  const counts = createLimitCounts(db)
  const process = {
    statements: 0,
    sharing: createCountSharing({
      counts: {
        begin: counts.begin,
        add(added) {
          process.statements++
          return counts.add(added)
        },
      },
      stopwatch: () => at.now,
      later: (work) => due.push(work),
    }),
    async look() {
      for (const work of due.splice(0)) work()
      await process.sharing.close() // comes after it
    },
    async send(count: number, rule: Partial<RateLimitRule>) {
      const rules = [{ per: 'minute', quantity: 100, scope: 'project', ...rule } as const]
      let taken = 0
      for (let sent = 0; sent < count; sent++) {
        const item = { type: 'event', category: 'error', quantity: 1, start: 0, end: 0 } as const
        const admitted = await limiter.admit(SENDER, [item], rules, noon)
        const outcome = { ...SENDER, hour: 0, outcome: 'accepted', reason: '' } as const
        limiter.record(admitted.taken.map((each) => ({ ...outcome, ...each })))
        admitted.release()
        taken += admitted.taken.length
      }
      return taken
    },
  }
  const limiter = createRateLimiter(async () => past, process.sharing)
  return process
}

describe('a limit that two processes share', () => {
  it.each(['minute', 'hour', 'month'] as const)('counts what both take in a %s', async (per) => {
    const [one, two] = [openProcess(shared.one), openProcess(shared.two)]
    expect(await one.send(60, { per })).toBe(60)
    await one.look()
    expect(await two.send(60, { per })).toBe(40)
    await two.look()
    at.now += 501
    expect(await one.send(60, { per })).toBe(0)
  })

  it('lets each process take what it may until its next look, and nothing after', async () => {
    const [one, two] = [openProcess(shared.one), openProcess(shared.two)]
    await Promise.all([one.send(1, {}), two.send(1, {})])
    expect(await one.send(90, {})).toBe(90)
    expect(await two.send(90, {})).toBe(90)
    await one.look()
    await two.look()
    await one.look()
    at.now += 501
    expect(await Promise.all([one.send(1, {}), two.send(1, {})])).toEqual([0, 0])
  })

  it('is looked at by one statement between two looks, however much is sent', async () => {
    const one = openProcess(shared.one)
    expect(await one.send(80, {})).toBe(80)
    expect(one.statements).toBe(0)
    await one.look()
    at.now += 250
    await one.send(20, {})
    expect(one.statements).toBe(1)
  })

  it('is looked at before something is taken after a pause', async () => {
    const [one, two] = [openProcess(shared.one), openProcess(shared.two)]
    await one.send(1, {})
    await two.send(99, {})
    await two.look()
    at.now += 501
    expect(await one.send(5, {})).toBe(0)
  })

  it('continues what the store knows of the past, and counts it once', async () => {
    const rule = { per: 'hour' } as const
    const [one, two] = [openProcess(shared.one, 70), openProcess(shared.two, 70)]
    expect(await one.send(10, rule)).toBe(10)
    await one.look()
    expect(await two.send(40, rule)).toBe(20)
    await two.look()
    const restarted = openProcess(shared.one, 100) // all is in the store now
    expect(await restarted.send(1, rule)).toBe(0)
  })

  it('is told by a process that ends what it took last', async () => {
    const [one, two] = [openProcess(shared.one), openProcess(shared.two)]
    await one.send(99, {})
    await one.sharing.close()
    expect(await two.send(5, {})).toBe(1)
  })

  it('of bytes of the pages’ own key holds for both together', async () => {
    const [one, two] = [openProcess(shared.one), openProcess(shared.two)]
    const [first, second] = [createPagesBytes(one.sharing), createPagesBytes(two.sharing)]
    expect(await first(3 * MIB, noon)).toBeUndefined()
    await one.look()
    expect((await second(2 * MIB, noon))?.reason).toBe('pages_minute')
    expect(await second(MIB, noon)).toBeUndefined()
  })
})

describe('a database that does not answer', () => {
  it('is asked once for all who wait, and takes nothing from what a process knows', async () => {
    let asked = 0
    const answers: ((reason: Error) => void)[] = []
    const sharing = createCountSharing({
      counts: {
        begin: async (_count, past) => past,
        add() {
          asked++
          return new Promise((_resolve, reject) => answers.push(reject))
        },
      },
      stopwatch: () => at.now,
      later: () => {},
    })
    const count = { name: 'a', start: 0, endsAt: 1, stored: 3, own: 0, lookedAt: 0 }
    sharing.take(count, 4)
    at.now = 501
    const waiting = Array.from({ length: 20 }, () => sharing.refresh([count]))
    await expect.poll(() => asked).toBe(1)
    const later = Array.from({ length: 20 }, () => sharing.refresh([count]))
    answers[0]?.(new Error('no answer'))
    await Promise.all(waiting)
    await expect.poll(() => asked).toBe(2)
    answers[1]?.(new Error('no answer'))
    await Promise.all(later)
    expect(asked).toBe(2)
    expect(count).toMatchObject({ stored: 3, own: 4 })
  })
})

describe('looks at counts', () => {
  it('of several processes at the same moment add up', async () => {
    const counts = [createLimitCounts(shared.one.db), createLimitCounts(shared.two.db)]
    const names = ['a', 'b', 'c'].map((name) => ({ name, start: noon, endsAt: noon + 1 }))
    const adds = Array.from({ length: 20 }, (_, index) => {
      const added = names.map((name) => ({ ...name, taken: 1 }))
      return counts[index % 2]?.add(index % 3 === 0 ? added.toReversed() : added)
    })
    await Promise.all(adds)
    expect(await counts[0]?.add(names.map((name) => ({ ...name, taken: 0 })))).toEqual([20, 20, 20])
  })
})
