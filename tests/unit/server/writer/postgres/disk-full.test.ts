import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#tests/support/desk/api-client.ts'
import { createOwnServer, type OwnServer } from '#tests/support/postgres/own-server.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'
import { fillDisk, mountSmallDisk } from '#tests/support/store/failing-disk.ts'

const MEGABYTES = 192
const FREE_BYTES = 6 * 1024 * 1024
const BATCH = 32
/** Their log alone is larger than what is free. */
const MOST_BATCHES = 400

const probe = join(tmpdir(), `probe-${randomUUID()}`)
mkdirSync(probe)
const unmount = await mountSmallDisk(probe, 1)
await unmount?.()

/** A server whose data folder is a disk of its own. */
async function startOnSmallDisk(): Promise<{ server: OwnServer; disk: string }> {
  let disk = ''
  const server = await createOwnServer(join(tmpdir(), `full-${randomUUID()}`), async (data) => {
    disk = data
    const free = await mountSmallDisk(data, MEGABYTES)
    chmodSync(data, 0o700) // a new file system is open to all
    onTestFinished(async () => free?.())
  })
  await server.start()
  onTestFinished(() => server.stop().catch(() => undefined))
  await server.query("alter system set max_wal_size = '32MB'")
  await server.query('select pg_reload_conf()')
  await server.query("create database crumbtrail template template0 locale 'C'")
  return { server, disk }
}

/** Sends a batch whose texts do not compress, and gives the events' ids if it was acknowledged. */
async function sendBatch(store: PostgresEventStore, batch: number): Promise<string[] | undefined> {
  const ids = Array.from({ length: BATCH }, (_, index) => anEventId(batch * BATCH + index))
  const envelopes = ids.map((id) => ({
    projectId: 1,
    keyId: 1,
    receivedAt: 1_000,
    body: envelopeOf({
      event_id: id,
      message: 'no price',
      extra: { text: randomBytes(4_000).toString('base64') },
    }),
  }))
  const { failure } = await store.writeBatch(envelopes, []).catch((thrown: unknown) => ({ failure: thrown }))
  return failure === undefined ? ids : undefined
}

it.skipIf(!unmount)(
  'a full disk acknowledges nothing that it does not keep, and is used again when it has room',
  async () => {
    const { server, disk } = await startOnSmallDisk()
    const url = `postgres://tests@127.0.0.1:${server.port}/crumbtrail`
    const store = await openPostgresEventStore({ url })
    onTestFinished(() => store.close().catch(() => undefined))
    const empty = await fillDisk(disk, FREE_BYTES)
    const acknowledged: string[] = []
    let batch = 0
    for (let refused = 0; refused < 3 && batch < MOST_BATCHES; batch++) {
      const ids = await sendBatch(store, batch)
      if (ids === undefined) refused++
      else acknowledged.push(...ids)
    }
    expect(batch).toBeLessThan(MOST_BATCHES) // so three were refused
    expect(acknowledged.length).toBeGreaterThan(0)

    await empty()
    await server.query('select 1').catch(() => server.start()) // It ends if it can't write its log.
    const ids = await eventually('an acknowledged batch', () => sendBatch(store, batch++))
    acknowledged.push(...ids)

    const check = await openPostgresEventStore({ url })
    onTestFinished(check.close)
    await check.fold()
    const stored = await check.select('select event_id as id from event order by event_id')
    const known = new Set(stored.map(({ id }) => String(id)))
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    const [{ counted } = {}] = await check.select('select sum(event_count)::int as counted from issue')
    expect(counted).toBe(stored.length)
  },
)
