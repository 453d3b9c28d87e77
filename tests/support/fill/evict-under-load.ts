import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { checkpointBytes, createCheckpointer } from '#server/store/sqlite/checkpoint.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { type BatchWriter, createBatchWriter } from '#server/writer/batch/batch.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { randomHex, seededRandom } from './seeded-random.ts'

const ENVELOPES_A_BATCH = 20

/**
 * Lets retention delete so many events of a copy, by turns with batches as the writer's thread would take them. Gives
 * how long each slice and each batch took, in milliseconds: a slice is what a batch may have to wait for. What it took of
 * the processor tells how much of that was this machine's other work.
 */
export async function evictUnderLoad(file: string, surplus: number) {
  const directory = mkdtempSync(join(dirname(file), 'evict-'))
  const copy = join(directory, 'crumbtrail.sqlite')
  copyFileSync(file, copy)
  const connection = openConnection(copy)
  try {
    const before = countEvents(connection)
    limitProjects(connection, 1 - surplus / before)
    const attachments = attachmentFolder(copy)
    const random = seededRandom(13)
    const newEventId = () => randomHex(random, 32)
    const writeBatch = createBatchWriter(connection, { newEventId, attachments })
    const slice = createRetention(connection, { attachments })
    const checkpointer = createCheckpointer(connection)
    const [slices, batches, slicesOfProcessor]: [number[], number[], number[]] = [[], [], []]
    for (let hasMore = true; hasMore; ) {
      batches.push(timeOf(() => writeLoad(writeBatch, newEventId)))
      checkpointer.run()
      const before = process.cpuUsage()
      slices.push(
        timeOf(() => {
          hasMore = slice(Date.now())
        }),
      )
      const { user, system } = process.cpuUsage(before)
      slicesOfProcessor.push((user + system) / 1000)
      checkpointer.run(checkpointBytes.afterDeleting)
    }
    const evicted = before + batches.length * ENVELOPES_A_BATCH - countEvents(connection)
    return { slices, slicesOfProcessor, batches, evicted }
  } finally {
    connection.close()
    rmSync(directory, { recursive: true })
  }
}

function writeLoad(writeBatch: BatchWriter, newEventId: () => string): void {
  const envelopes = Array.from({ length: ENVELOPES_A_BATCH }, (_, index) => ({
    projectId: 1,
    keyId: 1,
    receivedAt: Date.now(),
    body: new TextEncoder().encode(sampleEnvelope(index, newEventId())),
  }))
  for (const { status } of writeBatch(envelopes, []).results) {
    if (status !== 200) throw new Error(`Cannot trust the run: an event was answered ${status}`)
  }
}

/** Each to a share of what it has. */
function limitProjects(connection: DatabaseSync, share: number): void {
  const put = connection.prepare(
    `insert into project_setting (project_id, key, value) values (?, 'retention', ?)`,
  )
  const list = connection.prepare(`select project_id, quantity from storage_use where category = 'events'`)
  for (const row of list.all()) {
    put.run(Number(row.project_id), JSON.stringify({ maxEvents: Math.floor(Number(row.quantity) * share) }))
  }
}

function countEvents(connection: DatabaseSync): number {
  return Number(connection.prepare('select count(*) as n from event').get()?.n)
}

function timeOf(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
