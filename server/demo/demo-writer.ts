import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { isPostgres } from '#server/store/open-store.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { type BatchResult, createBatchWriter } from '#server/writer/batch/batch.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'

export interface DemoWriter {
  write(envelopes: SubmittedEnvelope[], refused: OutcomeCount[]): Promise<BatchResult>
  /** Resolves when all that was written for the project is counted. */
  count(projectId: number): Promise<void>
  close(): Promise<void>
}

interface DemoWriterOptions {
  newEventId: () => string
  clock: () => number
}

/** Opens the writer of the engine that the place is of. */
export async function openDemoWriter(place: string, options: DemoWriterOptions): Promise<DemoWriter> {
  if (!isPostgres(place)) return openSqliteWriter(place, options)
  const { openPostgresBatchWriter } = await import('#server/writer/postgres/batch-writer.ts')
  return openPostgresBatchWriter(place, options)
}

function openSqliteWriter(file: string, { newEventId }: DemoWriterOptions): DemoWriter {
  const connection = openConnection(file)
  const write = createBatchWriter(connection, { newEventId, attachments: attachmentFolder(file) })
  return {
    write: async (envelopes, refused) => write(envelopes, refused),
    count: async () => {}, // a batch counts in its transaction
    close: async () => connection.close(),
  }
}
