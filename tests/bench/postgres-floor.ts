import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type PoolClient } from 'pg'
import { openStore } from '#server/store/open-store.ts'
import { openWritingPool } from '#server/store/postgres/connections/pool.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createPostgresBatchStore } from '#server/writer/postgres/batch-store.ts'
import { createFolder } from '#server/writer/postgres/folder.ts'
import { createRecentDeltas } from '#server/writer/postgres/recent-deltas.ts'
import { openSqliteTools } from '#server/writer/preparer/sqlite-tools.ts'
import { createSubmissionWriter, type Ready } from '#server/writer/submission-writer.ts'
import { type Kind, nextBody } from '#tests/support/fill/ingest-load.ts'
import { createOwnServer } from '#tests/support/postgres/own-server.ts'
import { startServerTimer } from '#tests/support/postgres/servers/server-time.ts'

/**
 * What storing and counting an event takes of the processors: on SQLite, on PostgreSQL, and on PostgreSQL at the least. That
 * is a client without any of our code: it sends the very statements that changed rows, all of a transaction in one flight, with
 * parameters that are made already, and looks nothing up. The same batches go to all three in turns, so that the ratios hold
 * on a machine with other work. Preparing events is the same for both engines, and left out.
 * `node tests/bench/postgres-floor.ts [batches] [events a batch] [batches a fold]`
 */
const [batches = 60, perBatch = 96, perFold = 6] = process.argv.slice(2).map(Number)
const WARM_UP = Math.ceil(batches / 2)
const encoder = new TextEncoder()

type Statement = string | { text: string; values?: unknown[] }
/** Statements that change rows, and those that begin and end what they belong to. */
const CHANGES = /^\s*(insert|update|delete|begin|commit|discard plans)\b/i

const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-floor-'))
const server = await createOwnServer(join(folder, 'server'))
await server.start()
try {
  for (const kind of ['errors', 'mix'] as const) await measure(kind)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(kind: Kind): Promise<void> {
  const tools = await openTools(kind)
  const sqlite = await openSqliteWriter(kind)
  const postgres = await openPostgresWriter(kind)
  const floor = await openFloor(kind)
  const sums = new Map<string, { ours: number; servers: number }>()

  async function timed(name: string, isCounted: boolean, work: () => unknown): Promise<void> {
    const [before, serverUs] = [process.cpuUsage(), await startServerTimer(server)]
    await work()
    const { user, system } = process.cpuUsage(before)
    const servers = await serverUs()
    if (!isCounted) return
    const sum = sums.get(name) ?? { ours: 0, servers: 0 }
    sums.set(name, { ours: sum.ours + user + system, servers: sum.servers + servers })
  }

  for (let batch = 0; batch < WARM_UP + batches; batch++) {
    const isCounted = batch >= WARM_UP
    const ready = await tools.prepare(kind)
    await timed('SQLite', isCounted, () => sqlite.write(structuredClone(ready)))
    await timed('PostgreSQL, stored', isCounted, () => postgres.write(structuredClone(ready)))
    const stored = postgres.takeStatements()
    await timed('PostgreSQL, stored, at least', isCounted, () => floor.send(stored))
    if ((batch + 1) % perFold !== 0) continue
    await timed('PostgreSQL, counted', isCounted, postgres.fold)
    const counted = postgres.takeStatements()
    await timed('PostgreSQL, counted, at least', isCounted, () => floor.send(counted))
  }
  for (const [name, { ours, servers }] of sums) {
    const [our, their] = [ours / batches / perBatch, servers / batches / perBatch]
    console.log(
      `${kind}: ${name}: ${our.toFixed(0)} µs of ours, ${their.toFixed(0)} µs of the server an event`,
    )
  }
  for (const each of [tools, sqlite, postgres, floor]) await each.close()
}

async function openTools(name: string) {
  const file = join(folder, `${name}-settings.sqlite`)
  const store = await openStore({ place: file })
  const tools = openSqliteTools(file, () => '0'.repeat(32))
  return {
    async prepare(kind: Kind): Promise<Ready> {
      const envelopes = Array.from({ length: perBatch }, () => {
        return { projectId: 1, keyId: 1, receivedAt: Date.now(), body: encoder.encode(nextBody(kind)) }
      })
      const prepared = await tools.prepare(envelopes, () => {})
      if (prepared === undefined) throw new Error('Cannot measure: the events could not be prepared')
      return { envelopes, refused: [], prepared }
    },
    async close() {
      await tools.close()
      await store.close()
    },
  }
}

async function openSqliteWriter(name: string) {
  const file = join(folder, `${name}.sqlite`)
  const store = await openStore({ place: file })
  const connection = openConnection(file)
  const attachments = join(folder, 'attachments')
  const write = createSubmissionWriter(connection, { newEventId: () => '0'.repeat(32), attachments })
  const checkpointer = createCheckpointer(connection)
  return {
    write(ready: Ready): void {
      write([ready])
      checkpointer.run()
    },
    async close() {
      connection.close()
      await store.close()
    },
  }
}

async function openPostgresWriter(name: string) {
  const url = await createDatabase(name)
  const store = await openStore({ place: url })
  const pool = openWritingPool(url, 1)
  let statements: Statement[] = []
  pool.on('connect', (client) => noteChanges(client, (statement) => statements.push(statement)))
  const facts = await withConnection(pool, readRowFacts)
  const recent = createRecentDeltas()
  const blobs = { put: async () => undefined }
  const batchStore = createPostgresBatchStore({ pool, facts, blobs, clock: Date.now, recent })
  const { fold } = createFolder({ pool, facts, processId: randomUUID(), recent })
  return {
    async write(ready: Ready): Promise<void> {
      const { stored } = await batchStore.storeReady([ready], () => {})
      if (stored.length !== 1) throw new Error('Cannot measure: a batch was not stored')
    },
    fold,
    takeStatements(): Statement[] {
      const taken = statements
      statements = []
      return taken
    },
    async close() {
      await pool.end()
      await store.close()
    },
  }
}

/** Sends statements as they are, and waits once. */
async function openFloor(name: string) {
  const url = await createDatabase(`${name}_floor`)
  await (await openStore({ place: url })).close() // makes the tables
  const client = new pg.Client({ connectionString: url, pipeline: true, options: '-c jit=off' })
  await client.connect()
  return {
    send: (statements: Statement[]) => Promise.all(statements.map((statement) => client.query(statement))),
    close: () => client.end(),
  }
}

async function createDatabase(name: string): Promise<string> {
  await server.query(`create database ${name} template template0 locale 'C'`)
  return `postgres://tests@127.0.0.1:${server.port}/${name}`
}

function noteChanges(client: PoolClient, note: (statement: Statement) => void): void {
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown
  const noted = (...sent: unknown[]) => {
    const [statement] = sent as [Statement]
    if (CHANGES.test(typeof statement === 'string' ? statement : statement.text)) note(statement)
    return query(...sent)
  }
  Object.assign(client, { query: noted })
}
