import type { ClientBase, Pool } from 'pg'
import type { Job } from './job.ts'

/** A slice that is stuck must not hold its row for longer, because other processes skip it meanwhile. */
const LIMITS = `
  select set_config('statement_timeout', '10s', true), set_config('lock_timeout', '2s', true),
    set_config('idle_in_transaction_session_timeout', '10s', true)`

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 5 * 60_000

export interface JobRow {
  name: string
  shard: number
  due_at: number
}

/** A job whose row the open transaction has locked. */
export interface TakenRow {
  state: string | null
  failures: number
}

/**
 * The few rows of all jobs are read by their index. Without it, the server takes the slice for a reader of the whole table, and
 * undoes it when a slice of another job is done meanwhile.
 */
const BY_INDEX = 'set local enable_seqscan = off'
const AS_BEST = 'set local enable_seqscan to default'

/** Adds rows for new jobs, which are due at once. */
export async function addJobs(client: ClientBase, jobs: readonly Job[], now: number): Promise<void> {
  const rows = jobs.flatMap(({ name, shards = 1 }) =>
    Array.from({ length: shards }, (_, shard) => ({ name, shard })),
  )
  await client.query('begin read write')
  await client.query(
    `insert into job (name, shard, due_at) select name, shard, $3 from unnest($1::text[], $2::bigint[]) as given (name, shard)
      order by name, shard on conflict (name, shard) do nothing`,
    [rows.map(({ name }) => name), rows.map(({ shard }) => shard), now],
  )
  await client.query('commit')
}

/** Lists when each is due, the one that has been for the longest time first. */
export async function listJobs(pool: Pool, jobs: readonly Job[]): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    'select name, shard, due_at from job where name = any($1) order by due_at, name, shard',
    [jobs.map(({ name }) => name)],
  )
  return rows
}

/** Locks the row of a job in the open transaction; undefined if another process works on it or has just done it. */
export async function takeJob(client: ClientBase, { name, shard }: JobRow, now: number) {
  await client.query(LIMITS)
  await client.query(BY_INDEX)
  const { rows } = await client.query<TakenRow>(
    'select state, failures from job where name = $1 and shard = $2 and due_at <= $3 for update skip locked',
    [name, shard, now],
  )
  await client.query(AS_BEST)
  return rows[0]
}

export async function noteDone(
  client: ClientBase,
  { name, shard, due_at }: JobRow,
  { by, state }: { by: string; state: string | null },
): Promise<void> {
  await client.query(BY_INDEX)
  await client.query(
    `update job set due_at = $3, taken_by = $4, state = $5, failure = null, failures = 0
      where name = $1 and shard = $2`,
    [name, shard, due_at, by, state],
  )
}

/** Notes a failure. The job is tried again after a time that doubles with each failure. */
export async function noteFailure(
  client: ClientBase,
  { name, shard }: JobRow,
  { by, failure, failures, now }: { by: string; failure: string; failures: number; now: number },
): Promise<void> {
  const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  await client.query(BY_INDEX)
  await client.query(
    `update job set due_at = $3, taken_by = $4, failure = $5, failures = $6 where name = $1 and shard = $2`,
    [name, shard, now + delayMs, by, failure, failures + 1],
  )
}
