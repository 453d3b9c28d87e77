import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSharedThrottle } from '#server/accounts/throttle/shared-throttle.ts'
import { createThrottle, type Throttle } from '#server/accounts/throttle/throttle.ts'
import { readSharedSecret } from '#server/store/accounts/shared-secret.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createSignInCells } from '#server/store/postgres/memory/sign-in-cells.ts'
import { openSharedStores, type SharedStores } from '#tests/support/postgres/shared-stores.ts'
import { doseOf } from '#tests/support/run/doses.ts'
import { seededBytes } from '#tests/support/store/seeded-bytes.ts'

const SECOND = 1_000
const ADA = 'ada@example.com'

let shared: SharedStores
let processes: [Throttle, Throttle]
beforeAll(async () => {
  shared = await openSharedStores()
  const open = async (store: Store, secret: string) =>
    createSharedThrottle({
      cells: createSignInCells(store.db, shared.readTime),
      secret: await readSharedSecret(store, 'sign_in', () => secret),
    })
  processes = await Promise.all([open(shared.one, 'one'), open(shared.two, 'two')])
})
afterAll(() => shared.close())

beforeEach(() => {
  shared.at.now += 3_600 * SECOND // all cells are dry
})

/** Attempts that take turns between the processes, one after the other. */
async function times(
  count: number,
  whoOf: (index: number) => { ip: string; email: string; device?: string },
) {
  const waits: number[] = []
  for (let index = 0; index < count; index++) {
    waits.push(await (index % 2 === 0 ? processes[0] : processes[1]).attempt(whoOf(index), 0))
  }
  return waits
}

describe('the throttle that two processes share', () => {
  it('lets ten attempts from one address through at once, and then one every 90 seconds', async () => {
    const who = { ip: '10.0.0.1', email: ADA }
    expect(await times(12, () => who)).toEqual([...Array(10).fill(0), 90, 90])
    shared.at.now += 90 * SECOND - 1
    expect(await times(2, () => who)).toEqual([1, 1])
    shared.at.now += 1
    expect(await times(2, () => who)).toEqual([0, 90])
  })

  it('lets no more through where both get attempts at the same moment', async () => {
    const who = { ip: '10.0.0.1', email: ADA }
    const waits = await Promise.all(
      Array.from({ length: 30 }, (_, index) => processes[index % 2 ? 1 : 0].attempt(who, 0)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  })

  it('stops guesses at one account from many networks: 30 at once', async () => {
    const waits = await times(32, (index) => ({ ip: `10.0.${index}.1`, email: ADA }))
    expect(waits).toEqual([...Array(30).fill(0), 30, 30])
  })

  it('stops guesses at many accounts from one network: 50 at once', async () => {
    const waits = await times(52, (index) => ({ ip: `10.0.0.${index}`, email: `${index}@example.com` }))
    expect(waits).toEqual([...Array(50).fill(0), 18, 18])
  })

  it('stores nothing of refused attempts', async () => {
    const who = { ip: '10.0.0.1', email: ADA }
    await times(10, () => who)
    const before = await countCells()
    await times(20, (index) => ({ ...who, email: `${index}@flood.example` }))
    expect(await countCells()).toBe(before)
  })

  it('takes back what was right, whichever process let it through', async () => {
    const who = { ip: '10.0.0.1', email: ADA }
    for (let index = 0; index < 40; index++) {
      expect(await processes[0].attempt(who, 0)).toBe(0)
      await processes[1].forgive(who, 0)
    }
  })

  it('says the same as that of one process, whatever is attempted', async () => {
    const who = fc.record(
      {
        ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.1.1', '2001:db8::1'),
        email: fc.constantFrom(ADA, 'bob@example.com'),
        device: fc.constantFrom('one', undefined),
      },
      { requiredKeys: ['ip', 'email'] },
    )
    const step = fc.record({ who, byOne: fc.boolean(), isRight: fc.boolean(), waitMs: fc.nat(10_000) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        shared.at.now += 3_600 * SECOND
        const own = createThrottle(seededBytes(7))
        for (const { who, byOne, isRight, waitMs } of steps) {
          shared.at.now += waitMs
          const throttle = byOne ? processes[0] : processes[1]
          const expected = own.attempt(who, shared.at.now)
          expect(await throttle.attempt(who, 0)).toBe(expected)
          if (expected > 0 || !isRight) continue
          own.forgive(who, shared.at.now)
          await throttle.forgive(who, 0)
        }
      }),
      { numRuns: doseOf('sharedAttempts'), endOnFailure: true },
    )
  })
})

async function countCells(): Promise<number> {
  const db = shared.one.db.withTables<{ sign_in_cell: { cell: number } }>()
  return (await db.selectFrom('sign_in_cell').select('cell').execute()).length
}
