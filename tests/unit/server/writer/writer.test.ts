import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriterThread, type WriterThread } from '#server/writer/threads.ts'
import { startWriter, type WriterOptions } from '#server/writer/writer.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

async function start(options: Partial<WriterOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(directory, 'desk.sqlite')
  await placeEmptyDatabase(file)
  const store = await openSqliteStore({ file })
  const failures: string[] = []
  const writer = await startWriter({ file, onFailure: (reason) => failures.push(reason), ...options })
  onTestFinished(async () => {
    await writer.close()
    await store.close()
    await rm(directory, { recursive: true })
  })
  const countEvents = async () => (await store.db.selectFrom('event').select('id').execute()).length
  return { file, store, writer, failures, countEvents }
}

const anOutcome = {
  ...{ projectId: 1, keyId: 1, hour: 0 },
  ...{ category: 'error', outcome: 'accepted', reason: '', quantity: 1 },
}

function anEnvelope(number: number) {
  const body = envelopeOf({ event_id: anEventId(number), message: `number ${number}` })
  return { projectId: 1, keyId: 1, receivedAt: 1_000, body }
}

describe('startWriter()', () => {
  it('answers when the event can be read, and tells who listens', async () => {
    const { writer, countEvents } = await start()
    const commits: unknown[] = []
    const stop = writer.onCommit((commit) => commits.push(commit))
    expect(await writer.submit(anEnvelope(1))).toEqual({ status: 200, id: anEventId(1) })
    expect(await countEvents()).toBe(1)
    const arrivals = [{ projectId: 1, issueId: 1, isNew: true, eventCount: 1 }]
    expect(commits).toEqual([
      { projectIds: [1], issueIds: [1], arrivals, eventCount: 1, outcomes: [anOutcome] },
    ])
    stop()
    await writer.submit(anEnvelope(2))
    expect(commits).toHaveLength(1)
  })

  it('stores all of many at once, and is idle then', async () => {
    const { writer, countEvents } = await start()
    const answers = Array.from({ length: 700 }, (_, index) => writer.submit(anEnvelope(index)))
    await writer.idle()
    expect(await countEvents()).toBe(700)
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('has the next batch ready beside the one that is worked on, and no more', async () => {
    let untaken = 0
    const ahead: number[] = []
    const { writer, countEvents } = await start({
      startThread: async (options) => {
        const thread = await startWriterThread(options)
        return {
          ...thread,
          write(envelopes, refused, onTaken) {
            ahead.push(++untaken)
            return thread.write(envelopes, refused, () => {
              untaken--
              onTaken?.()
            })
          },
        }
      },
    })
    await Promise.all(Array.from({ length: 300 }, (_, index) => writer.submit(anEnvelope(index))))
    expect(await countEvents()).toBe(300)
    expect(Math.max(...ahead)).toBe(2)
    expect(untaken).toBe(0)
  })

  it('takes bytes that share their buffer with others', async () => {
    const { writer } = await start()
    const text = (number: number) => `{}\n{"type":"event"}\n{"event_id":"${anEventId(number)}"}\n`
    const bodies = [1, 2, 3].map((number) => Buffer.from(text(number)))
    const answers = await Promise.all(bodies.map((body) => writer.submit({ ...anEnvelope(0), body })))
    expect(answers).toEqual([1, 2, 3].map((number) => ({ status: 200, id: anEventId(number) })))
    expect(bodies[0]?.toString()).toBe(text(1))
  })

  it('turns away what is too much, counts it, and takes more when there is room', async () => {
    const { writer, store } = await start({ queuedEnvelopes: 3 })
    const submit = (number: number, projectId = 1) => writer.submit({ ...anEnvelope(number), projectId })
    const answers = await Promise.all([submit(1), submit(2), submit(3), submit(4, 2), submit(5, 3)])
    const details = answers.map((answer) => ('detail' in answer ? answer.detail : answer.status))
    expect(details).toEqual([
      200,
      200,
      'Cannot store envelope: too many envelopes of its project are waiting to be stored',
      'Cannot accept envelope: its project no longer exists', // there is no project 2, but room for it
      'Cannot store envelope: too many envelopes are waiting to be stored',
    ])
    expect(answers[4]).toMatchObject({
      status: 503,
      limits: [{ reason: 'queue_full', scope: 'organization' }],
    })
    expect((await submit(3)).status).toBe(200)
    const counted = await store.db
      .selectFrom('outcome')
      .select(['category', 'reason', 'quantity'])
      .where('outcome', '=', 'rate_limited')
      .orderBy('reason')
      .execute()
    expect(counted).toEqual([
      { category: 'error', reason: 'project_full', quantity: 1 },
      { category: 'error', reason: 'queue_full', quantity: 1 },
    ])
  })

  it('bounds the bytes too', async () => {
    const { writer } = await start({ queuedBytes: 150 })
    const answers = await Promise.all([1, 2, 3].map((number) => writer.submit(anEnvelope(number))))
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 503])
  })

  it('commits what waits when it is closed, and takes no more', async () => {
    const { writer, countEvents } = await start()
    const answers = Array.from({ length: 300 }, (_, index) => writer.submit(anEnvelope(index)))
    await writer.close()
    expect(await countEvents()).toBe(300)
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
    expect(await writer.submit(anEnvelope(1))).toMatchObject({
      status: 503,
      detail: 'Cannot store envelope: the desk is shutting down',
    })
    expect(await writer.isReady()).toBe(false)
  })

  it('takes nothing while the machine is at its end, and again afterwards', async () => {
    let pressure: 'disk_full' | 'memory' | undefined = 'disk_full'
    let now = 0
    const { writer, store } = await start({ pressure: () => pressure, clock: () => now })
    expect(await writer.submit(anEnvelope(1))).toMatchObject({
      status: 503,
      detail: 'Cannot store envelope: the disk is almost full',
      limits: [{ pauseSeconds: 10, categories: [], scope: 'organization', reason: 'disk_full' }],
    })
    expect(await writer.isReady()).toBe(false)
    pressure = undefined
    now = -3_600_000 // the clock jumped back meanwhile: what was true before says nothing
    expect(await writer.isReady()).toBe(true)
    expect((await writer.submit(anEnvelope(1))).status).toBe(200)
    const reasons = await store.db
      .selectFrom('outcome')
      .select(['reason', 'quantity'])
      .orderBy('reason')
      .execute()
    expect(reasons).toEqual([
      { reason: '', quantity: 1 },
      { reason: 'disk_full', quantity: 1 },
    ])
  })

  it('writes what was rejected when it closes, though nothing else was sent', async () => {
    const { file, writer } = await start({ pressure: () => 'memory' })
    await writer.submit(anEnvelope(1))
    await writer.submit({ ...anEnvelope(1), body: new TextEncoder().encode('no envelope') })
    await writer.close()
    const database = new DatabaseSync(file, { readOnly: true })
    onTestFinished(() => database.close())
    const rows = database.prepare('select category, reason, quantity from outcome order by category').all()
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { category: 'default', reason: 'memory', quantity: 1 },
      { category: 'error', reason: 'memory', quantity: 1 },
    ])
  })

  it('waits for a thread that takes long to start, though retention is due before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { writer, failures } = await start({
      async startThread(options) {
        vi.advanceTimersByTime(60_000)
        await new Promise(setImmediate) // what is due by then has had its turn
        return startWriterThread(options)
      },
    })
    expect((await writer.submit(anEnvelope(1))).status).toBe(200)
    expect(failures).toEqual([])
  })

  it('starts another thread when one dies; who waited hears of it, and sends again', async () => {
    const threads: WriterThread[] = []
    const { writer, failures, countEvents } = await start({
      async startThread(options) {
        const thread = await startWriterThread(options)
        threads.push(thread)
        return thread
      },
    })
    expect((await writer.submit(anEnvelope(0))).status).toBe(200)
    const answers = Array.from({ length: 300 }, (_, index) => writer.submit(anEnvelope(index)))
    await new Promise(setImmediate) // the first batch is on its way
    await threads[0]?.terminate()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toContain(503)
    expect(failures).toEqual(['The writer thread failed and will restart: it was ended'])
    const again = await Promise.all(
      Array.from({ length: 300 }, (_, index) => writer.submit(anEnvelope(index))),
    )
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await countEvents()).toBe(300)
    expect(threads).toHaveLength(2)
  })

  it('acknowledges nothing that the disk may not have, and stores what is sent again once', async () => {
    let isFirst = true
    const { writer, failures, countEvents } = await start({
      async startThread(options) {
        if (!isFirst) return startWriterThread(options)
        isFirst = false
        const syncedFile = join(dirname(options.file), 'no-disk')
        await symlink('/dev/zero', `${syncedFile}-wal`) // takes what is written, and refuses to be synced
        return startWriterThread({ ...options, syncedFile })
      },
    })
    const answers = await Promise.all([1, 2, 3].map((number) => writer.submit(anEnvelope(number))))
    expect(answers).toEqual(
      Array(3).fill(
        expect.objectContaining({
          status: 503,
          limits: [expect.objectContaining({ reason: 'writer_failed' })],
        }),
      ),
    )
    expect(failures).toEqual([
      expect.stringMatching(/^The writer thread failed and will restart: .*EINVAL.*fdatasync/),
    ])
    expect(await countEvents()).toBe(3) // committed, and yet nobody was told so
    const again = await Promise.all([1, 2, 3].map((number) => writer.submit(anEnvelope(number))))
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await countEvents()).toBe(3)
  })

  it('replaces a thread that hangs', async () => {
    let isFirst = true
    const { writer, failures } = await start({
      batchTimeoutMs: 1_500,
      async startThread(options) {
        const thread = await startWriterThread(options)
        if (!isFirst) return thread
        isFirst = false
        return { ...thread, write: () => thread.ended.then(() => undefined) }
      },
    })
    expect(await writer.submit(anEnvelope(1))).toMatchObject({
      status: 503,
      limits: [{ reason: 'writer_failed' }],
    })
    expect((await writer.submit(anEnvelope(1))).status).toBe(200)
    expect(failures).toEqual(['The writer thread failed and will restart: it was ended'])
  })

  it('answers 503 while the database is locked away, says why once, and recovers', async () => {
    let now = 0
    const { writer, failures, file, countEvents } = await start({ clock: () => now })
    expect(await writer.isReady()).toBe(true)
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const answers = await Promise.all([writer.submit(anEnvelope(1)), writer.submit(anEnvelope(2))])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(failures).toEqual(['Error: database is locked'])
    other.exec('rollback')
    now = 10_000
    expect(await writer.isReady()).toBe(true)
    expect((await writer.submit(anEnvelope(1))).status).toBe(200)
    expect(await countEvents()).toBe(1)
  }, 20_000)

  it('does not start on a database without tables', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await expect(startWriter({ file: join(directory, 'empty.sqlite') })).rejects.toThrow(
      /^Cannot start the writer: .*(no such table|unable to open)/,
    )
  })
})
