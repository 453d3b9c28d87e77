import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFlashes, type Flashes, RETRY_MAX_AGE_SECONDS } from '#server/hosting/forms/flash.ts'
import { createIdempotency, type Idempotency } from '#server/hosting/forms/idempotency.ts'
import { createSharedFlashes } from '#server/hosting/forms/shared-flashes.ts'
import { createSharedIdempotency } from '#server/hosting/forms/shared-idempotency.ts'
import type { AnswerCookie } from '#server/hosting/policy/cookie-jar.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { FormRows } from '#server/store/memory/form-rows.ts'
import { createFormRows } from '#server/store/postgres/memory/form-rows.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { openSharedStores, type SharedStores } from '#tests/support/postgres/shared-stores.ts'
import { seededBytes } from '#tests/support/store/seeded-bytes.ts'

const LEASE_MS = 15_000
const WINDOW_MS = 600_000

let shared: SharedStores
let renew: () => void
beforeAll(async () => {
  shared = await openSharedStores()
})
afterAll(() => shared.close())

let seed = 1
beforeEach(() => {
  seed += 10
})

/** What one process remembers, or what two share. */
function openIdempotency(engine: Engine): [Idempotency, Idempotency] {
  const clock = () => shared.at.now
  if (engine === 'sqlite') {
    const own = createIdempotency({ clock })
    return [own, own]
  }
  const open = (db: Store['db'], index: number): Idempotency =>
    createSharedIdempotency({
      rows: createFormRows(db, { readTime: shared.readTime }),
      random: seededBytes(seed + index),
      wait: () => new Promise(setImmediate),
      repeat(work) {
        renew = work
        return () => {}
      },
    })
  return [open(shared.one.db, 1), open(shared.two.db, 2)]
}

function openFlashes(engine: Engine): [Flashes, Flashes] {
  const random = seededBytes(seed)
  if (engine === 'sqlite') {
    const own = createFlashes({ clock: () => shared.at.now, random })
    return [own, own]
  }
  const open = (db: Store['db']): Flashes =>
    createSharedFlashes({ rows: createFormRows(db, { readTime: shared.readTime }), random, bytes: 10_000 })
  return [open(shared.one.db), open(shared.two.db)]
}

const key = () => `form ${seed}`
const idOf = async (cookie: AnswerCookie | Promise<AnswerCookie>) => (await cookie).value ?? ''

describe.each(ENGINES)('a form on %s that two processes get', (engine) => {
  it('is executed once, and both give the same answer', async () => {
    const [one, two] = openIdempotency(engine)
    const both = Promise.withResolvers<{ number: number }>()
    let runs = 0
    const work = () => {
      runs++
      return both.promise
    }
    const first = one.run(key(), work)
    await expect.poll(() => runs).toBe(1)
    const second = two.run(key(), work)
    both.resolve({ number: 1 })
    expect(await first).toEqual({ result: { number: 1 }, isRepeat: false })
    expect(await second).toEqual({ result: { number: 1 }, isRepeat: true })
    expect(runs).toBe(1)
  })

  it('is executed once where both get it at the same moment', async () => {
    const processes = openIdempotency(engine)
    let runs = 0
    const work = async () => ({ number: ++runs })
    const answers = await Promise.all([...processes, ...processes].map((each) => each.run(key(), work)))
    expect(answers.map(({ result }) => result)).toEqual(Array(4).fill({ number: 1 }))
    expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  })

  it('gives its answer for ten minutes, with what is empty in it', async () => {
    const [one, two] = openIdempotency(engine)
    const cookies = [{ name: 'session', value: undefined, maxAgeSeconds: 0 }]
    await one.run(key(), async () => ({ ended: undefined, cookies }))
    shared.at.now += WINDOW_MS - 1
    expect(await two.run(key(), neverRun)).toEqual({
      result: { ended: undefined, cookies },
      isRepeat: true,
    })
    shared.at.now += 1
    expect((await two.run(key(), async () => ({ number: 2 }))).result).toEqual({ number: 2 })
  })

  it('fails for whoever waits for it, and is executed anew for who comes later', async () => {
    const [one, two] = openIdempotency(engine)
    const broken = Promise.withResolvers<object>()
    let hasBegun = false
    const first = one.run(key(), () => {
      hasBegun = true
      return broken.promise
    })
    await expect.poll(() => hasBegun).toBe(true)
    const second = two.run(key(), neverRun, async () => true)
    await new Promise(setImmediate)
    await isWaitedFor(engine)
    broken.reject(new Error('broken'))
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(await two.run(key(), async () => ({ number: 3 }))).toEqual({
      result: { number: 3 },
      isRepeat: false,
    })
  })

  it('is executed anew where its answer is no longer fresh', async () => {
    const [one, two] = openIdempotency(engine)
    await one.run(key(), async () => ({ number: 1 }))
    const isOld = async ({ number }: { number: number }) => number > 1
    expect(await two.run(key(), async () => ({ number: 2 }), isOld)).toEqual({
      result: { number: 2 },
      isRepeat: false,
    })
    expect(await one.run(key(), neverRun, isOld)).toEqual({ result: { number: 2 }, isRepeat: true })
  })
})

const neverRun = async (): Promise<never> => {
  throw new Error('Cannot run: it was run before')
}

/** Lets the second process find the run of the first one. */
async function isWaitedFor(engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  const asks = shared.two.db.selectFrom('project').select('id')
  for (let turn = 0; turn < 20; turn++) await asks.execute()
}

describe('a form whose process died', () => {
  it('is executed by another process when the lease has ended', async () => {
    const [one, two] = openIdempotency('postgres')
    let hasBegun = false
    void one.run(key(), () => {
      hasBegun = true
      return new Promise<never>(() => {})
    })
    await expect.poll(() => hasBegun).toBe(true)
    const second = two.run(key(), async () => ({ number: 2 }))
    shared.at.now += LEASE_MS
    expect(await second).toEqual({ result: { number: 2 }, isRepeat: false })
  })

  it('is not executed by another one for as long as its process renews the lease', async () => {
    const [one, two] = openIdempotency('postgres')
    const long = Promise.withResolvers<{ number: number }>()
    let hasBegun = false
    const first = one.run(key(), () => {
      hasBegun = true
      return long.promise
    })
    await expect.poll(() => hasBegun).toBe(true)
    shared.at.now += LEASE_MS - 1
    renew()
    await expect.poll(() => countLeasesUntil(shared.at.now + LEASE_MS)).toBe(1)
    shared.at.now += LEASE_MS - 1
    const second = two.run(key(), neverRun)
    await isWaitedFor('postgres')
    long.resolve({ number: 1 })
    expect([(await first).result, (await second).result]).toEqual([{ number: 1 }, { number: 1 }])
  })
})

async function countLeasesUntil(endsAt: number): Promise<number> {
  return (await select(`select 1 from form_memory where data is null and ends_at = ${endsAt}`)).length
}

async function select(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(shared.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

describe.each(ENGINES)('a message on %s for the next page', (engine) => {
  it('is shown once, on its page, by whichever process', async () => {
    const [one, two] = openFlashes(engine)
    const flash = { message: 'Saved', undo: '3' }
    const id = await idOf(one.keep('/projects', flash))
    expect(await two.take(id, '/issues')).toBeUndefined()
    expect(await two.take(id, '/projects')).toEqual(flash)
    expect(await one.take(id, '/projects')).toBeUndefined()
    expect(await one.take('guessed', '/projects')).toBeUndefined()
  })

  it('is forgotten after a minute, and after ten where somebody reads an error screen', async () => {
    const [one, two] = openFlashes(engine)
    const redirected = await idOf(one.keep('/projects', { message: 'Saved' }))
    const failed = await idOf(one.keep('/projects', { message: 'Failed' }, RETRY_MAX_AGE_SECONDS))
    shared.at.now += 60_000
    expect(await two.take(redirected, '/projects')).toBeUndefined()
    expect(await two.take(failed, '/projects')).toEqual({ message: 'Failed' })
  })
})

describe('the rows of forms', () => {
  it('do not contain what they remember, nor a name that leads to it', async () => {
    const [one] = openIdempotency('postgres')
    const [flashes] = openFlashes('postgres')
    await one.run('the key of a form', async () => ({ cookie: 'a secret session' }))
    const id = await idOf(flashes.keep('/projects', { message: 'a secret message' }))
    const text = JSON.stringify(
      await select(`select id, run, encode(data, 'escape') as data from form_memory`),
    )
    for (const hidden of ['secret', 'the key', id]) expect(text).not.toContain(hidden)
  })

  it('are not made for what is too large', async () => {
    const [flashes] = openFlashes('postgres')
    const id = await idOf(flashes.keep('/projects', { text: 'x'.repeat(10_001) }))
    expect(await flashes.take(id, '/projects')).toBeUndefined()
  })

  it('are as many as the bounds allow, the newest ones, and those of runs under way', async () => {
    await select('delete from form_memory')
    const rows = createFormRows(shared.one.db, { readTime: shared.readTime, entries: 100, bytes: 60_000 })
    await rows.begin('under way', 'one', LEASE_MS)
    await addRows(300, 10)
    await putUntilChecked(rows)
    const counted = await select(`select count(*)::integer as count from form_memory where data is not null`)
    expect(Number(counted[0]?.count)).toBeLessThan(100 + 64)
    expect(await rows.take('row 1 of 10')).toBeUndefined()
    expect(await rows.take('put 63')).toEqual(new Uint8Array(1))
    expect(await rows.find('under way')).toMatchObject({ run: 'one' })
    await addRows(90, 1_000)
    await putUntilChecked(rows)
    const summed = await select('select sum(length(data))::integer as bytes from form_memory')
    expect(Number(summed[0]?.bytes)).toBeLessThan(60_000 + 64 * 1_000)
  })
})

async function addRows(count: number, bytes: number): Promise<void> {
  await select(`
    insert into form_memory (id, run, ends_at, data)
    select 'row ' || number || ' of ${bytes}', '', ${shared.at.now + WINDOW_MS}, decode(repeat('00', ${bytes}), 'hex')
    from generate_series(1, ${count}) as number`)
}

/** Bounds are checked with every 64th row. */
async function putUntilChecked(rows: FormRows): Promise<void> {
  const puts = Array.from({ length: 64 }, (_, index) =>
    rows.put(`put ${index}`, new Uint8Array(1), WINDOW_MS),
  )
  await Promise.all(puts)
  await Promise.all(Array.from({ length: 63 }, (_, index) => rows.take(`put ${index}`)))
}
