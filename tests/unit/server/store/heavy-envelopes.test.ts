import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attachmentFolder, attachmentPath, hashOf } from '#server/store/maintenance/attachment-files.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter } from '#server/writer/writer.ts'
import { anEventId } from '#tests/support/store/event-store.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

const encoder = new TextEncoder()
const TRACE_ID = 'b'.repeat(32)

async function start() {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(directory, 'desk.sqlite')
  await placeEmptyDatabase(file)
  const store = await openSqliteStore({ file })
  const failures: string[] = []
  const eventCounts: number[] = []
  const writer = await startWriter({ file, onFailure: (reason) => failures.push(reason) })
  writer.onCommit(({ eventCount }) => eventCounts.push(eventCount))
  onTestFinished(async () => {
    await writer.close()
    await store.close()
    await rm(directory, { recursive: true })
  })
  const send = (body: Uint8Array) => writer.submit({ projectId: 1, keyId: 1, receivedAt: 1_000, body })
  const listOutcomes = () =>
    store.db
      .selectFrom('outcome')
      .select(['category', 'outcome', (eb) => eb.fn.sum<number>('quantity').as('quantity')])
      .groupBy(['category', 'outcome'])
      .orderBy('category')
      .execute()
  return { file, store, failures, eventCounts, send, listOutcomes }
}

function anEnvelope(header: object, items: [type: string, payload: string][]): Uint8Array {
  const lines = items.map(
    ([type, payload]) => `${JSON.stringify({ type, length: encoder.encode(payload).length })}\n${payload}\n`,
  )
  return encoder.encode(`${JSON.stringify(header)}\n${lines.join('')}`)
}

/** Ids repeat from `distinct` on. */
function someSpans(quantity: number, distinct = quantity): [string, string] {
  const items = Array.from({ length: quantity }, (_, index) => ({
    ...{ trace_id: TRACE_ID, span_id: (1 + (index % distinct)).toString(16).padStart(16, '0') },
    ...{ name: `step ${index}`, start_timestamp: 1, end_timestamp: 2, status: 'ok' },
    attributes: { note: { type: 'string', value: 'a word, '.repeat(100) } },
  }))
  return ['span', JSON.stringify({ items })]
}

function someLogs(quantity: number): [string, string] {
  const items = Array.from({ length: quantity }, (_, index) => ({
    ...{ timestamp: index + 1, trace_id: TRACE_ID, level: 'info', body: `line ${index}`, attributes: {} },
  }))
  return ['log', JSON.stringify({ items })]
}

describe('an envelope of more than 256 KiB', () => {
  it('is stored whole and once, though it is stored in parts and comes again', async () => {
    const { store, failures, send, listOutcomes } = await start()
    const sent = [someSpans(1_000), someLogs(600)]
    expect(await send(anEnvelope({}, sent))).toEqual({ status: 200 })
    expect(await send(anEnvelope({}, sent))).toEqual({ status: 200 })
    expect(await listOutcomes()).toEqual([
      { category: 'log_item', outcome: 'accepted', quantity: 600 },
      { category: 'span', outcome: 'accepted', quantity: 1_000 },
    ])
    const { spans } = await store.db
      .selectFrom('span_part')
      .select((eb) => eb.fn.sum<number>('span_count').as('spans'))
      .executeTakeFirstOrThrow()
    expect(spans).toBe(1_000)
    expect(failures).toEqual([])
  })

  it('leaves out what it repeats itself', async () => {
    const { send, listOutcomes } = await start()
    expect(await send(anEnvelope({}, [someSpans(1_000, 700)]))).toEqual({ status: 200 })
    expect(await listOutcomes()).toEqual([{ category: 'span', outcome: 'accepted', quantity: 700 }])
  })

  it('brings its event with its files, which are on the disk before the answer', async () => {
    const { file, store, eventCounts, send, listOutcomes } = await start()
    const text = 'a line of a log\n'.repeat(40_000)
    const event = JSON.stringify({ event_id: anEventId(1), message: 'no price' })
    const body = () =>
      anEnvelope({ event_id: anEventId(1) }, [
        ['event', event],
        ['attachment', text],
      ])
    expect(await send(body())).toEqual({ status: 200, id: anEventId(1) })
    expect(await readFile(attachmentPath(attachmentFolder(file), hashOf(encoder.encode(text))), 'utf8')).toBe(
      text,
    )
    expect(await send(body())).toEqual({ status: 200, id: anEventId(1) })
    expect(await store.db.selectFrom('attachment').select('size_bytes').execute()).toEqual([
      { size_bytes: text.length },
    ])
    expect(await listOutcomes()).toEqual([
      { category: 'attachment', outcome: 'accepted', quantity: 1 },
      { category: 'error', outcome: 'accepted', quantity: 1 },
    ])
    expect(eventCounts.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  it('is refused as a small one is', async () => {
    const { send, listOutcomes } = await start()
    const event = JSON.stringify({ extra: 'x'.repeat(1024 * 1024) })
    expect(await send(anEnvelope({}, [['event', event]]))).toEqual({
      ...{ status: 413, detail: 'Cannot read event: it is larger than 1048576 bytes' },
    })
    expect(await listOutcomes()).toEqual([{ category: 'error', outcome: 'invalid', quantity: 1 }])
  })
})
