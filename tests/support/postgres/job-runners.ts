import pg from 'pg'
import type { Job } from '#server/store/postgres/jobs/job.ts'
import { type JobsOptions, type RunningJobs, startJobs } from '#server/store/postgres/jobs/start-jobs.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export interface JobRunners {
  /** The clock of all runners, which the test moves. */
  at: { now: number }
  /** Starts a runner with connections of its own, as a process would. Without `onFailure` it does what it is told. */
  start(processId: string, jobs: readonly Job[], options?: Partial<JobsOptions>): RunningJobs
  /** Runs SQL on a connection of its own. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Runs a transaction on a connection of its own. */
  transaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Opens an empty database for several runners of jobs. */
export async function openJobRunners(): Promise<JobRunners> {
  const connectionString = await createPostgresDatabase()
  const at = { now: 1_000_000 }
  const pools: pg.Pool[] = []
  const openPool = () => {
    const pool = new pg.Pool({ connectionString, types: valueTypes, pipeline: true })
    pool.on('error', () => undefined)
    pools.push(pool)
    return pool
  }
  const outside = openPool()
  return {
    at,
    start: (processId, jobs, options) =>
      startJobs(openPool(), jobs, { clock: () => at.now, processId, ...options }),
    query: async (sql, values) => (await outside.query(sql, values)).rows,
    async transaction(work) {
      const client = await outside.connect()
      await client.query('begin')
      await work(client)
      await client.query('commit')
      client.release()
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
