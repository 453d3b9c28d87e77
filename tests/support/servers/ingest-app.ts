import Fastify, { type FastifyInstance } from 'fastify'
import { type IngestOptions, registerIngest } from '#server/ingest/routes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { startWriter, type Writer, type WriterOptions } from '#server/writer/writer.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'
import { writeWithoutThreads } from '#tests/support/store/writer-without-threads.ts'

export interface IngestApp {
  app: FastifyInstance
  store: Store
  writer: Writer
  listEventIds(): Promise<string[]>
  close(): Promise<void>
}

/**
 * Opens ingest on a store of its own, without a socket until a test listens. There are no threads to write unless a test
 * says something of the queue: then it is about them.
 */
export async function openIngestApp(
  options: Partial<IngestOptions> & { queue?: Partial<WriterOptions> } = {},
): Promise<IngestApp> {
  const { queue, ...ingestOptions } = options
  const { store, file, writeBatch, close } = await openEventStore()
  const threads = queue ?? { startThread: writeWithoutThreads(writeBatch) }
  const writer = await startWriter({ file, ...threads })
  const app = Fastify()
  await app.register(registerIngest, { store, writer, publicUrl: 'https://desk.example', ...ingestOptions })
  return {
    app,
    store,
    writer,
    async listEventIds() {
      const rows = await store.db.selectFrom('event').select('event_id').orderBy('id').execute()
      return rows.map(({ event_id }) => event_id)
    },
    async close() {
      await app.close()
      await writer.close()
      await close()
    },
  }
}
