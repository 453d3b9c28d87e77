import type { Pool } from 'pg'
import { type RowFacts, readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import type { Job } from './job.ts'
import { addJobs, listJobs } from './job-rows.ts'
import { runSlice, type SliceResult } from './run-slice.ts'

/** At most so long after a job is due somebody looks at it. */
const LOOK_EVERY_MS = 1_000
/** Whoever was slower than another transaction tries again after this. */
const CONFLICT_PAUSE_MS = 20

export interface JobsOptions {
  /** The time of day in milliseconds since the epoch. */
  clock: () => number
  /** It measures the budget of a slice, in milliseconds. */
  stopwatch?: () => number
  /** Another one for each process: people find it beside what the process did last. */
  processId: string
  /** Hears of each failure of a job, and once of a database that does not answer. Without it nothing runs by itself. */
  onFailure?: (thrown: unknown) => void
}

export interface RunningJobs {
  /** Does the slice that has been due for the longest time, if there is one. Gives how long to wait for the next look. */
  runOnce(): Promise<number>
  /** Resolves when the slice that runs is done. */
  close(): Promise<void>
}

/** Does what is due of these jobs, one slice at a time, beside other processes that do the same. */
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
