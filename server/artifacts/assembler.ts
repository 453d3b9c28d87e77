import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SourceMapSpace } from '#server/protocol/limits.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Lease, Leases } from '#server/store/memory/leases.ts'
import { saveBundle } from '#server/store/sourcemaps/artifacts.ts'
import { type AssembleJob, type BundleState, bundleRow, type ReadyJob } from './assemble-job.ts'
import type { Chunks } from './chunks.ts'

/** Puts uploaded bundles together, one after another. */
export interface Assembler {
  /** Begins with a bundle whose chunks are all here, unless somebody has. Its state says when it is done. */
  add(job: AssembleJob): Promise<void>
  /** Whether this process or another one is working on it. */
  isAtWork(checksum: string): Promise<boolean>
  /** Resolves when all that was added before is done. */
  settled(): Promise<void>
  /** Resolves when nothing is left to do, or at once if it was told to stop. */
  close(): Promise<void>
}

interface AssemblerOptions {
  store: Store
  /** The place of the database (`store/open-store.ts`), which the thread opens. */
  place: string
  chunks: Pick<Chunks, 'join' | 'delete'>
  /** The folder in which chunks are joined. */
  folder: string
  space: SourceMapSpace
  /** So that no two processes put the same bundle together. */
  leases: Leases
  onFailure: (thrown: unknown) => void
}

/** Compiling the largest map that is allowed takes about a third of both. */
const HEAP_MB = 1_024
const TIMEOUT_MS = 120_000

export function createAssembler({
  store,
  place,
  chunks,
  folder,
  space,
  leases,
  onFailure,
}: AssemblerOptions): Assembler {
  let last: Promise<void> = Promise.resolve()
  let running: Worker | undefined
  let isClosing = false

  async function run(job: AssembleJob, lease: Lease): Promise<void> {
    try {
      if (!isClosing) await assembleJob(job)
    } catch (error) {
      if (isClosing) return
      onFailure(error)
      await noteState(store, job, 'error', 'Cannot use the bundle: its maps need too much memory or time')
    } finally {
      await lease.giveBack().catch(onFailure) // it ends by itself
    }
  }

  async function assembleJob({ from, ...job }: AssembleJob): Promise<void> {
    if (!('chunks' in from)) return runWorker({ ...job, from })
    const archive = join(folder, `${job.checksum}.bundle`)
    try {
      const refused = await chunks.join({ ...from, checksum: job.checksum }, archive)
      if (refused === undefined) await runWorker({ ...job, from: { archive } })
      else await noteState(store, { ...job, from }, 'error', `Cannot use the bundle: ${refused.refusal}`)
    } finally {
      await rm(archive, { force: true })
    }
    await chunks.delete(from.tokenId, from.chunks)
  }

  function runWorker(job: ReadyJob): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const worker = new Worker(new URL('./assemble-worker.ts', import.meta.url), {
      workerData: { place, job, space },
      execArgv: [], // not what the main thread was started with: a test runner's loaders, for one
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    running = worker
    const timeout = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timeout)
      running = undefined
      if (code === 0) resolve()
      else reject(new Error(`Cannot assemble ${job.checksum}: its thread ended with code ${code}`))
    })
    return promise
  }

  return {
    async add(job) {
      const lease = await leases.take(nameOf(job.checksum))
      if (lease === undefined) return
      try {
        await noteState(store, job, 'assembling', null)
      } catch (error) {
        await lease.giveBack()
        throw error
      }
      last = last.then(() => run(job, lease))
    },
    isAtWork: (checksum) => leases.isTaken(nameOf(checksum)),
    settled: () => last,
    async close() {
      isClosing = true
      await running?.terminate()
      await last
    },
  }
}

function nameOf(checksum: string): string {
  return `bundle ${checksum}`
}

async function noteState(
  store: Store,
  job: AssembleJob,
  state: BundleState,
  detail: string | null,
): Promise<void> {
  await store.write(async (trx) => {
    for (const projectId of job.projectIds) await saveBundle(trx, bundleRow(job, projectId, state, detail))
  })
}
