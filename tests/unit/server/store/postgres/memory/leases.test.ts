import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOwnLeases, type Leases } from '#server/store/memory/leases.ts'
import { createRowLeases } from '#server/store/postgres/memory/leases.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { openSharedStores, type SharedStores } from '#tests/support/postgres/shared-stores.ts'

let shared: SharedStores
beforeAll(async () => {
  shared = await openSharedStores()
})
afterAll(() => shared.close())

/** Renewals by process, which the test lets happen. */
let renewals: (() => void)[] = []
let name = ''
beforeEach(({ task }) => {
  renewals = []
  name = task.id
})

function open(engine: Engine): [Leases, Leases] {
  if (engine === 'sqlite') {
    const own = createOwnLeases()
    return [own, own]
  }
  const repeat = (work: () => void) => {
    renewals.push(work)
    return () => {
      renewals = renewals.filter((each) => each !== work)
    }
  }
  const options = { readTime: shared.readTime, repeat }
  return [createRowLeases(shared.one.db, options), createRowLeases(shared.two.db, options)]
}

describe.each(ENGINES)('work on %s', (engine) => {
  it('is taken once, until it is given back', async () => {
    const [one, two] = open(engine)
    const lease = await one.take(name)
    expect(await two.take(name)).toBeUndefined()
    expect(await one.take(name)).toBeUndefined()
    expect([await two.isTaken(name), await two.isTaken('another')]).toEqual([true, false])
    await lease?.giveBack()
    expect(await two.isTaken(name)).toBe(false)
    expect(await two.take(name)).toBeDefined()
  })

  it('is taken by one of those who ask at the same moment', async () => {
    const [one, two] = open(engine)
    const taken = await Promise.all([one, two, one, two].map((each) => each.take(name)))
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1)
  })
})

describe('work of a process that died', () => {
  it('is free after half a minute, and the dead one gives nothing back', async () => {
    const [one, two] = open('postgres')
    const lost = await one.take(name)
    shared.at.now += 29_999
    expect(await two.take(name)).toBeUndefined()
    shared.at.now += 1
    expect(await two.isTaken(name)).toBe(false)
    expect(await two.take(name)).toBeDefined()
    await lost?.giveBack()
    expect(await two.isTaken(name)).toBe(true)
  })

  it('stays taken for as long as its process renews it', async () => {
    const [one, two] = open('postgres')
    await one.take(name)
    shared.at.now += 29_999
    for (const renew of renewals) renew()
    await expect.poll(() => leasesUntil(shared.at.now + 30_000)).toContain(name)
    shared.at.now += 29_999
    expect(await two.take(name)).toBeUndefined()
  })
})

async function leasesUntil(endsAt: number): Promise<string[]> {
  const db = shared.one.db.withTables<{ lease: { name: string; ends_at: number } }>()
  const rows = await db.selectFrom('lease').select('name').where('ends_at', '=', endsAt).execute()
  return rows.map((row) => row.name)
}
