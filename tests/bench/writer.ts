import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { createBatchWriter } from '#server/writer/batch/batch.ts'
import { type Kind, median, nextBody } from '#tests/support/fill/ingest-load.ts'

/**
 * What one event costs the writer's thread in processor time, which is the same whatever else the machine does, and
 * in bytes of file. With `--cpu-prof` before the file it says where the time goes.
 * `node tests/bench/writer.ts [batches]`
 */
const [batches = 40] = process.argv.slice(2).map(Number)
const BATCH = 64
const encoder = new TextEncoder()

for (const kind of ['errors', 'transactions', 'mix'] as const) await measure(kind)

async function measure(kind: Kind): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'))
  const file = join(directory, 'bench.sqlite')
  const store = await openSqliteStore({ file })
  const connection = openConnection(file)
  try {
    const attachments = join(directory, 'attachments')
    const writeBatch = createBatchWriter(connection, { newEventId: () => '0'.repeat(32), attachments })
    const checkpointer = createCheckpointer(connection)
    const micros: number[] = []
    for (let batch = 0; batch < batches; batch++) {
      const bodies = Array.from({ length: BATCH }, () => encoder.encode(nextBody(kind)))
      const before = process.cpuUsage()
      const { results } = writeBatch(
        bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: Date.now(), body })),
        [],
      )
      checkpointer.run()
      const { user, system } = process.cpuUsage(before)
      micros.push((user + system) / BATCH)
      if (results.some(({ status }) => status !== 200))
        throw new Error('Cannot trust the run: not all were stored')
    }
    const { bytes } =
      connection
        .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
        .get() ?? {}
    const perEvent = Math.round(Number(bytes) / (batches * BATCH))
    console.log(
      `${kind}: ${median(micros.slice(5)).toFixed(0)} µs, ${Math.min(...micros).toFixed(0)} at best; ${perEvent} bytes`,
    )
  } finally {
    connection.close()
    await store.close()
    rmSync(directory, { recursive: true })
  }
}
