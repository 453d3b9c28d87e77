import { workerData } from 'node:worker_threads'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import { openStore } from '#server/store/open-store.ts'
import { assemble } from './assemble.ts'
import type { ReadyJob } from './assemble-job.ts'

/** One bundle in a thread of its own: what a map takes of memory goes when the thread ends. */
const { place, job, space } = workerData as { place: string; job: ReadyJob; space: SourceMapSpace }
const store = await openStore({ place })
try {
  await assemble(store, job, space)
} finally {
  await store.close()
}
