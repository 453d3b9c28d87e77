import { workerData } from 'node:worker_threads'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { assemble } from './assemble.ts'
import type { AssembleJob } from './assemble-job.ts'

/** One bundle in a thread of its own: what a map takes of memory goes when the thread ends. */
const { file, job, space } = workerData as { file: string; job: AssembleJob; space: SourceMapSpace }
const store = await openSqliteStore({ file })
try {
  await assemble(store, job, space)
} finally {
  await store.close()
}
