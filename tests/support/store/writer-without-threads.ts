import type { BatchWriter } from '#server/writer/batch/batch.ts'
import type { ThreadOptions } from '#server/writer/messages.ts'
import { startWriterThread, type WriterThread } from '#server/writer/threads.ts'

/**
 * Gives a writer whose light batches are prepared and stored in the test's own thread: two threads cost a third of a
 * second of processor time for each test. Whatever else is asked of it starts them.
 */
export function writeWithoutThreads(writeBatch: BatchWriter) {
  return async (options: ThreadOptions): Promise<WriterThread> => {
    let threads: Promise<WriterThread> | undefined
    const end = Promise.withResolvers<string>()
    const start = () => {
      threads ??= startWriterThread(options)
      return threads
    }
    const endWith = async (finish: (started: WriterThread) => Promise<void>) => {
      if (threads !== undefined) await finish(await threads)
      end.resolve('it ended')
    }
    return {
      async write(envelopes, refused, onTaken) {
        const result = writeBatch(envelopes, refused)
        onTaken?.()
        return { ...result, failing: new Set(), workMs: envelopes.map(() => 1) }
      },
      writeAlone: async (...envelope) => (await start()).writeAlone(...envelope),
      probe: async () => (await start()).probe(),
      expire: async (now) => (await start()).expire(now),
      hurry() {},
      close: () => endWith((started) => started.close()),
      terminate: () => endWith((started) => started.terminate()),
      ended: end.promise,
    }
  }
}
