import type { Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { isConflict } from '#server/store/postgres/conflicts.ts'
import { watchChanges } from '#server/store/postgres/connections/watch-changes.ts'
import { appendNews } from '#server/store/postgres/news/news-rows.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import type { RowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { toStorable } from '#server/store/postgres/values.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Job, JobSlice } from './job.ts'
import { type JobRow, noteDone, noteFailure, type TakenRow, takeJob } from './job-rows.ts'

export interface SliceOptions {
  facts: RowFacts
  /** The current time in milliseconds since the epoch. */
  clock: () => number
  /** Measures the budget in milliseconds. */
  stopwatch: () => number
  /** The process, which the job's row names for operators. */
  processId: string
}

/** `taken` if another process has the job, `conflict` if another transaction was faster. */
export type SliceResult =
  | { kind: 'done' }
  | { kind: 'failed'; thrown: unknown }
  | { kind: 'taken' | 'conflict' }

/** The time that a slice may work, without its commit. */
const BUDGET_MS = 50

/** Does one slice of a job if it is due and nobody else has it. Throws when the database fails. */
export async function runSlice(
  pool: Pool,
  job: Job,
  row: JobRow,
  options: SliceOptions,
): Promise<SliceResult> {
  const client = await pool.connect()
  const own = { connect: async () => client, end: async () => undefined } // Kysely releases it
  const tellers: (() => void)[] = []
  const lost = listenForLoss(client)
  try {
    const result = await openKysely(createPostgresDialect(own), undefined)
      .transaction()
      .setIsolationLevel('serializable')
      .execute((trx) => runTaken(trx, client, { job, row, tellers, lost: lost.promise, ...options }))
    if (result.kind === 'done') for (const tell of tellers) tell()
    return result
  } catch (error) {
    if (isConflict(error)) return { kind: 'conflict' }
    throw lost.why() ?? error
  } finally {
    lost.ignore()
  }
}

/** Tells when the connection breaks while no query is waiting. */
function listenForLoss(client: PoolClient) {
  const { promise, reject } = Promise.withResolvers<never>()
  let why: unknown
  const listener = (error: unknown) => {
    why ??= error
    reject(error)
  }
  client.on('error', listener)
  promise.catch(() => undefined) // it may come while nobody waits for it
  return { promise, why: () => why, ignore: () => client.off('error', listener) }
}

interface Running extends SliceOptions {
  job: Job
  row: JobRow
  tellers: (() => void)[]
  /** Rejects when the connection breaks, because a slice that runs no query would not notice. */
  lost: Promise<never>
}

async function runTaken(
  trx: Transaction<Database>,
  client: PoolClient,
  running: Running,
): Promise<SliceResult> {
  const { row, clock, processId: by } = running
  const taken = await takeJob(client, row, clock())
  if (taken === undefined) return { kind: 'taken' }
  await client.query('savepoint slice')
  try {
    await Promise.race([runJob(trx, client, { ...running, taken }), running.lost])
    return { kind: 'done' }
  } catch (thrown) {
    if (isConflict(thrown)) throw thrown
    await client.query('rollback to slice').catch(() => {
      throw thrown // the connection is gone
    })
    const failure = toStorable(thrown instanceof Error ? thrown.message : String(thrown))
    await noteFailure(client, row, { by, failure, failures: taken.failures, now: clock() })
    return { kind: 'failed', thrown }
  }
}

async function runJob(
  trx: Transaction<Database>,
  client: PoolClient,
  { job, row, taken, tellers, facts, clock, stopwatch, processId }: Running & { taken: TakenRow },
): Promise<void> {
  const startedAt = stopwatch()
  const changes = watchChanges(client)
  let { state } = taken
  const slice: JobSlice = {
    shard: row.shard,
    now: clock(),
    hasTime: () => stopwatch() - startedAt < BUDGET_MS,
    trx,
    client,
    runSteps: createPostgresRows(client, facts),
    state: state === null ? undefined : JSON.parse(state),
    keep(kept) {
      state = JSON.stringify(kept)
    },
    onCommit: (tell) => tellers.push(tell),
  }
  const hasMore = await job.run(slice).finally(changes.stop)
  if (changes.any()) await appendNews(client, null)
  const due_at = clock() + (hasMore ? job.pauseMs : job.everyMs)
  await noteDone(client, { ...row, due_at }, { by: processId, state })
}
