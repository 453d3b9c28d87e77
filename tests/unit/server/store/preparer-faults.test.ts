import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter, type WriterOptions } from '#server/writer/writer.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const preparer = new URL('../../../support/store/stubborn-preparer.ts', import.meta.url)

async function start(options: Partial<WriterOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(directory, 'desk.sqlite')
  await placeEmptyDatabase(file)
  const store = await openSqliteStore({ file })
  const failures: string[] = []
  let restarts = 0
  const writer = await startWriter({
    ...{ file, preparer, onFailure: (reason) => failures.push(reason) },
    deadlinesMs: { light: 250, heavy: 2_000 },
    ...options,
    observer: { noteBatch: () => {}, noteRestart: () => restarts++ },
  })
  onTestFinished(async () => {
    await writer.close()
    await store.close()
    await rm(directory, { recursive: true })
  })
  const countEvents = async () => (await store.db.selectFrom('event').select('id').execute()).length
  return { file, store, writer, failures, countEvents, countRestarts: () => restarts }
}

function anEnvelope(number: number, message = `number ${number}`, more = '') {
  const body = envelopeOf({ message, event_id: anEventId(number), extra: { more } })
  return { projectId: 1, keyId: 1, receivedAt: 1_000, body }
}

const aHeavyText = 'a word, '.repeat(40_000)
const TOO_MUCH_WORK = { status: 413, detail: 'Cannot process envelope: it took too long' }

async function timed<T>(promise: Promise<T>) {
  const startedAt = performance.now()
  const value = await promise
  return { value, ms: performance.now() - startedAt }
}

describe('an envelope that ends its preparer', () => {
  it.each(['get stuck', 'take all memory'])('is refused alone, never its neighbours: %s', async (message) => {
    const { writer, store, countEvents, countRestarts } = await start()
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map((number) => writer.submit(anEnvelope(number, number === 20 ? message : undefined))),
    )
    expect(answers).toEqual(
      numbers.map((number) => (number === 20 ? TOO_MUCH_WORK : { status: 200, id: anEventId(number) })),
    )
    expect(await countEvents()).toBe(39)
    expect(countRestarts()).toBe(0) // the writer's own thread went on
    await writer.close()
    const outcomes = await store.db
      .selectFrom('outcome')
      .select(['category', 'outcome', 'reason', 'quantity'])
      .orderBy('outcome')
      .execute()
    expect(outcomes).toEqual([
      { category: 'error', outcome: 'accepted', reason: '', quantity: 39 },
      { category: 'error', outcome: 'invalid', reason: 'too_much_work', quantity: 1 },
    ])
  })

  it('is taken after all, when alone it ends in time', async () => {
    const { writer, failures } = await start({ deadlinesMs: { light: 250, heavy: 10 * MINUTE_MS } })
    expect(await writer.submit(anEnvelope(1, 'stuck for a while'))).toEqual({
      ...{ status: 200, id: anEventId(1) },
    })
    expect(failures).toEqual(['Cannot process an envelope: one envelope took more than 250 ms'])
  })

  it('is taken at once, when its thread had no processor time for longer than that', async () => {
    const { writer, failures } = await start({ deadlinesMs: { light: 250, heavy: 10 * MINUTE_MS } })
    expect(await writer.submit(anEnvelope(1, 'wait for a disk'))).toEqual({
      ...{ status: 200, id: anEventId(1) },
    })
    expect(failures).toEqual([])
  })

  it('is refused, when its thread waits for ever', async () => {
    const { writer, failures } = await start({ deadlinesMs: { light: 50, heavy: 50 } })
    expect(await writer.submit(anEnvelope(1, 'wait for ever'))).toEqual(TOO_MUCH_WORK)
    expect(failures[0]).toBe('Cannot process an envelope: one envelope took more than 500 ms')
  })

  it('lets light ones go on while it is prepared alone', async () => {
    const { writer } = await start()
    const heavy = timed(writer.submit(anEnvelope(1, 'get stuck', aHeavyText)))
    await writer.submit(anEnvelope(2))
    let number = 3
    let longestMs = 0
    let isOver = false
    void heavy.then(() => {
      isOver = true
    })
    while (!isOver) {
      const { ms, value } = await timed(writer.submit(anEnvelope(number++)))
      expect(value.status).toBe(200)
      longestMs = Math.max(longestMs, ms)
    }
    const { value, ms } = await heavy
    expect(value).toEqual(TOO_MUCH_WORK)
    expect(number).toBeGreaterThan(20)
    expect(longestMs).toBeLessThan(ms / 2)
  })

  it('does not keep the desk from closing, and is to be sent again then', async () => {
    // Left to itself, the stuck one would have longer than the test.
    const { writer } = await start({ deadlinesMs: { light: 250, heavy: 10 * MINUTE_MS } })
    const answers = [
      writer.submit(anEnvelope(1, 'get stuck', aHeavyText)),
      writer.submit(anEnvelope(2, 'number 2', aHeavyText)),
    ]
    await writer.submit(anEnvelope(3))
    await writer.close()
    expect(await Promise.all(answers)).toMatchObject(
      Array(2).fill({ status: 503, detail: 'Cannot store envelope: the desk is shutting down' }),
    )
  })
})

describe('a probe', () => {
  it('says no while the preparer is stuck, and yes again by itself', async () => {
    let now = 0
    const { writer } = await start({ clock: () => now, deadlinesMs: { light: 3_500, heavy: 250 } })
    expect(await writer.isReady()).toBe(true)
    const stuck = writer.submit(anEnvelope(1, 'get stuck'))
    await expect
      .poll(() => {
        now += 1_000 // what was seen before says nothing any more
        return writer.isReady()
      })
      .toBe(false)
    expect(await stuck).toEqual(TOO_MUCH_WORK)
    now += 1_000
    expect(await writer.isReady()).toBe(true)
  })

  it('says no while the database is damaged, and yes again when it is mended', async () => {
    let now = 0
    const { writer, file } = await start({ clock: () => now })
    await Promise.all(Array.from({ length: 500 }, (_, number) => writer.submit(anEnvelope(number))))
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('pragma wal_checkpoint(truncate)')
    const sound = await readFile(file)
    await writeFile(file, Buffer.from(sound).fill(0xa5, 8_192), { flag: 'r+' })
    now += 1_000
    const whileDamaged = await writer.isReady()
    const answer = await writer.submit(anEnvelope(1_000, 'another issue'))
    now += 1_000
    expect([whileDamaged, answer.status, await writer.isReady()]).toEqual([false, 503, false])
    await writeFile(file, sound, { flag: 'r+' })
    now += 10_000 // what failed lately counts for so long
    await expect
      .poll(
        () => {
          now += 10_000
          return writer.isReady()
        },
        { timeout: 10_000 }, // another thread may have to start
      )
      .toBe(true)
    expect((await writer.submit(anEnvelope(1_000, 'another issue'))).status).toBe(200)
  })
})
