import { workerData } from 'node:worker_threads'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { assemble } from './assemble.ts'
import type { AssembleJob } from './assemble-job.ts'

/** One bundle in a thread of its own: what a map takes of memory goes when the thread ends. */
const { file, job } = workerData as { file: string; job: AssembleJob }
const store = await openSqliteStore({ file })
try {
  await assemble(store, job)
} finally {
  await store.close()
}
