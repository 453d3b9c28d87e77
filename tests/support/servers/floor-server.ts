import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { constants, zstdCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { openLogSync } from '#server/store/sqlite/wal-sync.ts'

/**
 * The floor under the desk's ingest: the least that can be called a durable store of events. A body is read as JSON,
 * written as JSON again, compressed in blocks, and stored with one row and one index; what waits is one transaction, and
 * is answered when the log is on the disk. Nothing is authenticated, normalized, scrubbed, grouped or counted, spans have
 * no rows. Argument: the database's file. Prints its address as one line of JSON.
 */
const BLOCK_EVENTS = 16
const MOST_UNDER_WAY = 2

if (isMainThread) await serve(process.argv[2] ?? '')
else store(workerData)

interface Waiting {
  body: Uint8Array<ArrayBuffer>
  settle: () => void
}

async function serve(file: string): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: file })
  await new Promise((resolve) => worker.once('message', resolve))
  const waiting: Waiting[] = []
  const written: Waiting[][] = []
  let underWay = 0
  worker.on('message', (message: 'taken' | 'on disk') => {
    if (message === 'on disk') for (const { settle } of written.shift() ?? []) settle()
    else underWay--
    setImmediate(writeNext)
  })
  const app = Fastify({ bodyLimit: 1_048_576 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Body: Buffer }>('/api/1/envelope/', async ({ body }) => {
    setImmediate(writeNext)
    await new Promise<void>((settle) => waiting.push({ body: new Uint8Array(body), settle }))
    return { id: '0'.repeat(32) }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(JSON.stringify({ url, publicKey: '0'.repeat(32) }))
  process.once('SIGTERM', async () => {
    await app.close()
    await worker.terminate()
  })

  /** As the desk does: half of what waits, so that the other half comes in meanwhile. */
  function writeNext(): void {
    if (waiting.length === 0 || underWay === MOST_UNDER_WAY) return
    if (underWay > 0 && waiting.length < BLOCK_EVENTS) return
    underWay++
    const batch = waiting.splice(0, Math.max(BLOCK_EVENTS, Math.ceil(waiting.length / 2)))
    written.push(batch)
    const bodies = batch.map(({ body }) => body)
    worker.postMessage(
      bodies,
      bodies.map(({ buffer }) => buffer),
    )
  }
}

function store(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`pragma wal_autocheckpoint = 4096; pragma journal_mode = wal; pragma synchronous = normal;
    create table block (id integer primary key, data blob);
    create table event (id integer primary key, event_id text unique, received_at integer, block_id integer)`)
  const log = openLogSync(file)
  const insertBlock = db.prepare('insert into block (data) values (?)')
  const insertEvent = db.prepare('insert into event (event_id, received_at, block_id) values (?, ?, ?)')
  let answered = Promise.resolve()

  parentPort?.on('message', (bodies: Uint8Array[]) => {
    const events = bodies.map(read)
    const blocks = Array.from({ length: Math.ceil(events.length / BLOCK_EVENTS) }, (_, index) =>
      compress(events.slice(index * BLOCK_EVENTS, (index + 1) * BLOCK_EVENTS).map(({ json }) => json)),
    )
    db.exec('begin immediate')
    const blockIds = blocks.map((block) => insertBlock.run(block).lastInsertRowid)
    for (const [index, { id }] of events.entries())
      insertEvent.run(id, Date.now(), blockIds[Math.floor(index / BLOCK_EVENTS)] ?? null)
    db.exec('commit')
    const onDisk = log.sync()
    parentPort?.postMessage('taken')
    answered = answered.then(() => onDisk).then(() => parentPort?.postMessage('on disk'))
  })
  parentPort?.postMessage('ready')
}

const decoder = new TextDecoder()

function read(body: Uint8Array): { id: string; json: string } {
  const [headers = '', , payload = ''] = decoder.decode(body).split('\n', 3)
  const { event_id } = JSON.parse(headers) as { event_id: string } // the bench's own
  return { id: event_id, json: JSON.stringify(JSON.parse(payload)) }
}

function compress(payloads: string[]): Uint8Array {
  return zstdCompressSync(payloads.join('\n'), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}
