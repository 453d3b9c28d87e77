import type { Pool } from 'pg'
import { type RowFacts, readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import type { Job } from './job.ts'
import { addJobs, listJobs } from './job-rows.ts'
import { runSlice, type SliceResult } from './run-slice.ts'

/** The longest time until a due job is noticed. */
const LOOK_EVERY_MS = 1_000
/** The pause before a slice that met a conflict is tried again. */
const CONFLICT_PAUSE_MS = 20

export interface JobsOptions {
  /** The current time in milliseconds since the epoch. */
  clock: () => number
  /** Measures the budget of a slice in milliseconds. */
  stopwatch?: () => number
  /** Identifies the process. Operators find it in the rows of the jobs that it did last. */
  processId: string
  /** Called for each failure of a job, and once when the database does not answer. Without it, slices run by `runOnce` only. */
  onFailure?: (thrown: unknown) => void
}

export interface RunningJobs {
  /** Does the slice that has been due for the longest time, if there is one. Returns the milliseconds until the next check. */
  runOnce(): Promise<number>
  /** Resolves when the running slice is done. */
  close(): Promise<void>
}

/** Runs these jobs, one slice at a time, beside other processes that do the same. */
export function startJobs(pool: Pool, jobs: readonly Job[], options: JobsOptions): RunningJobs {
  const { clock, stopwatch = () => performance.now(), processId, onFailure } = options
  const byName = new Map(jobs.map((job) => [job.name, job]))
  let facts: RowFacts | undefined
  let hasFailed = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function prepare(): Promise<RowFacts> {
    const client = await pool.connect()
    try {
      await addJobs(client, jobs, clock())
      return await readRowFacts(client)
    } finally {
      client.release()
    }
  }

  async function runOnce(): Promise<number> {
    facts ??= await prepare()
    const now = clock()
    const rows = await listJobs(pool, jobs)
    for (const row of rows.filter(({ due_at }) => due_at <= now)) {
      const job = byName.get(row.name)
      if (job === undefined || row.shard >= (job.shards ?? 1)) continue
      const result = await runSlice(pool, job, row, { facts, clock, stopwatch, processId })
      if (result.kind === 'taken') continue
      return pauseAfter(job, result)
    }
    const nextAt = rows.find(({ due_at }) => due_at > now)?.due_at ?? Number.POSITIVE_INFINITY
    return Math.min(nextAt - now, LOOK_EVERY_MS)
  }

  function pauseAfter(job: Job, result: SliceResult): number {
    if (result.kind === 'failed') {
      onFailure?.(new Error(`Cannot do the job "${job.name}"`, { cause: result.thrown }))
    }
    return result.kind === 'conflict' ? CONFLICT_PAUSE_MS : 0
  }

  async function runSafely(): Promise<number> {
    try {
      const pauseMs = await runOnce()
      hasFailed = false
      return pauseMs
    } catch (thrown) {
      if (!hasFailed) onFailure?.(thrown)
      hasFailed = true
      return LOOK_EVERY_MS
    }
  }

  function runAfter(delayMs: number): void {
    timer = setTimeout(() => {
      running = runSafely().then((pauseMs) => {
        if (!isClosed) runAfter(pauseMs)
      })
    }, delayMs).unref()
  }

  if (onFailure) runAfter(LOOK_EVERY_MS)
  return {
    runOnce,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
