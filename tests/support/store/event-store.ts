import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '#server/store/engine/store.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import type { BatchWriter } from '#server/writer/batch/batch.ts'
import type { SubmitResult } from '#server/writer/batch/submission.ts'
import { createSubmissionPreparer } from '#server/writer/preparer/prepare-submission.ts'
import { createSubmissionWriter } from '#server/writer/submission-writer.ts'
import { placeEmptyDatabase } from './sqlite/empty-database.ts'

export const PROJECT_KEY = 'a'.repeat(32)

export interface EventStore {
  store: Store
  file: string
  /** The writer's own connection, as its thread would have it. */
  connection: DatabaseSync
  writeBatch: BatchWriter
  /** Stores one event of project 1 as it arrived at a time. */
  send(event: Record<string, unknown>, receivedAt?: number): SubmitResult
  close(): Promise<void>
}

type StartWriter = (
  connection: DatabaseSync,
  options: { newEventId: () => string; attachments: string },
) => BatchWriter

/** A store on a disk, with the work of the writer's two threads done in this one: no waiting, no timing. */
export async function openEventStore(
  clock: () => number = () => 0,
  startWriter: StartWriter = startBoth,
): Promise<EventStore> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-test-'))
  const file = join(directory, 'desk.sqlite')
  await placeEmptyDatabase(file)
  const store = await openSqliteStore({ file, clock, newKey: () => PROJECT_KEY })
  const connection = openConnection(file)
  let ids = 0
  const newEventId = () => (++ids).toString(16).padStart(32, '0')
  const writeBatch = startWriter(connection, { newEventId, attachments: attachmentFolder(file) })
  return {
    store,
    file,
    connection,
    writeBatch,
    send(event, receivedAt = clock()) {
      const { results } = writeBatch([{ projectId: 1, keyId: 1, receivedAt, body: envelopeOf(event) }], [])
      return results[0] ?? { status: 503, detail: 'the batch gave no result' }
    },
    async close() {
      connection.close()
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
}

const startBoth: StartWriter = (connection, { newEventId, attachments }) => {
  // Whatever the machine's load is, stacks are looked up at once.
  const stopwatch = () => 0
  const prepare = createSubmissionPreparer(connection, { newEventId, stopwatch })
  const write = createSubmissionWriter(connection, { newEventId, attachments, stopwatch })
  return (envelopes, refused) => {
    const prepared = structuredClone(prepare(envelopes)) // as it comes from another thread
    const [result] = write([{ envelopes, refused, prepared }])
    if (result === undefined) throw new Error('Cannot write batch: it gave no result')
    return result
  }
}

/** As an SDK would send it: no item length, no id in the header. */
export function envelopeOf(event: unknown): Uint8Array {
  return new TextEncoder().encode(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`)
}

export function anEventId(number: number): string {
  return number.toString(16).padStart(32, '0')
}
