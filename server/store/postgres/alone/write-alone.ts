import { sql, type Transaction } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { openKysely } from '#server/store/engine/open-kysely.ts'
import { StillCounting } from '#server/store/engine/still-counting.ts'
import type { QueryObserver, Store } from '#server/store/engine/store.ts'
import { isLockTimeout } from '#server/store/postgres/conflicts.ts'
import { withConnection } from '#server/store/postgres/connections/with-connection.ts'
import { createPostgresDialect } from '#server/store/postgres/postgres-dialect.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { awaitCounted } from './await-counted.ts'
import { lockEntries, lockInside, lockTurn } from './project-locks.ts'

interface Patience {
  /** The time for counting what is stored already, in which nobody else has to wait. */
  firstMs: number
  /** The time for counting what was stored meanwhile, in which the projects' events have to wait. */
  restMs: number
}

const PATIENCE: Patience = { firstMs: 3_000, restMs: 1_000 }

/** A process that is stopped must not keep others waiting. */
const BEGIN_GUARD = `
  begin isolation level read committed read only;
  set local lock_timeout = '2s';
  set local idle_in_transaction_session_timeout = '10s'`

/**
 * Makes `Store.writeAlone`: what was stored of the projects is counted, then events are kept out, the rest is counted, and a
 * serializable transaction begins, which sees all of it. Events that come meanwhile wait, for milliseconds: most of the
 * journal is counted before. It waits for the folder of whichever process, because one that folded here would delay pages.
 */
export function createWriteAlone(
  pool: Pool,
  onQuery?: QueryObserver,
  patience = PATIENCE,
): Store['writeAlone'] {
  let last: Promise<unknown> = Promise.resolve()

  async function begin<T>(projectIds: readonly number[], fn: (trx: Transaction<Database>) => Promise<T>) {
    if (!(await awaitCounted(pool, projectIds, patience.firstMs))) throw new StillCounting()
    // Both are connected before anybody has to wait.
    const own = await takeConnection(pool)
    try {
      return await withConnection(pool, (guard) =>
        runGuarded({ guard, own, projectIds, onQuery, patience }, fn),
      )
    } finally {
      own.leave()
    }
  }

  return (projectIds, fn) => {
    // One at a time, so that two of them never wait for each other's connections.
    const done = last.then(() => begin(projectIds, fn))
    last = done.catch(() => undefined)
    return done
  }
}

interface Guarded {
  /** Keeps events out while the transaction begins and runs. */
  guard: PoolClient
  /** Runs the transaction. */
  own: OwnConnection
  projectIds: readonly number[]
  onQuery: QueryObserver | undefined
  patience: Patience
}

async function runGuarded<T>(
  { guard, own, projectIds, onQuery, patience }: Guarded,
  fn: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  await guard.query(BEGIN_GUARD)
  try {
    await lockTurn(guard).catch(throwStillCounting)
    await lockEntries(guard, projectIds).catch(throwStillCounting)
    if (!(await awaitCounted(guard, projectIds, patience.restMs))) throw new StillCounting()
    return await openKysely(createPostgresDialect(own), onQuery)
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(trx) // it takes no snapshot
        await lockInside(own.client, projectIds)
        await guard.query('select') // It fails if others could have come in before both locks were held.
        return fn(trx)
      })
  } finally {
    await guard.query('rollback').catch(() => undefined) // the server does it for a connection that broke
  }
}

type OwnConnection = Awaited<ReturnType<typeof takeConnection>>

/** Takes a connection, which Kysely gives back to the pool after its transaction. */
async function takeConnection(pool: Pool) {
  const client = await pool.connect()
  let isKyselys = false
  return {
    client,
    connect: async () => {
      isKyselys = true
      return client
    },
    end: async () => undefined,
    /** Gives it back if there was no transaction. */
    leave() {
      if (!isKyselys) client.release()
    },
  }
}

function throwStillCounting(error: unknown): never {
  throw isLockTimeout(error) ? new StillCounting() : error
}
