import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StorageFailure } from '#server/store/engine/storage-failure.ts'
import { withConnection } from './with-connection.ts'

/** What a transaction came to, and its number where it has written something. */
export interface Transacted<Result> {
  result: Result
  xid: string | undefined
}

/** A transaction whose connection broke ends when the server notices, which may take a moment. */
const STATUS_TRIES = 20
const STATUS_WAIT_MS = 250

/**
 * Runs `work` in a transaction, all or nothing. When the answer to the commit is lost, the server is asked by another
 * connection what became of the transaction.
 */
export async function transact<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Transacted<Result>>,
): Promise<Result> {
  let done: Transacted<Result> | undefined
  try {
    return await withConnection(pool, async (client) => {
      try {
        const begun = client.query('begin isolation level read committed read write')
        begun.catch(() => undefined) // whatever comes after it fails as well
        done = await work(client)
        await commit(client)
        return done.result
      } catch (error) {
        await client.query('rollback').catch(() => undefined) // the server does it for a connection that broke
        throw error
      }
    })
  } catch (error) {
    if (error instanceof StorageFailure && done?.xid && (await isCommitted(pool, done.xid)))
      return done.result
    throw error
  }
}

/** The server answers the commit of a transaction that had failed with ROLLBACK, and reports no error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error(`Cannot commit: the server answered ${command}`)
}

/** https://www.postgresql.org/docs/18/functions-info.html#FUNCTIONS-PG-SNAPSHOT */
async function isCommitted(pool: Pool, xid: string): Promise<boolean> {
  for (let tries = 0; tries < STATUS_TRIES; tries++) {
    const status = await readStatus(pool, xid)
    if (status !== 'in progress') return status === 'committed'
    await setTimeout(STATUS_WAIT_MS)
  }
  return false
}

/** While the server can't be asked, the transaction counts as running. */
async function readStatus(pool: Pool, xid: string): Promise<string | null> {
  try {
    return await withConnection(pool, async (client) => {
      const { rows } = await client.query<{ status: string | null }>(
        'select pg_xact_status($1::xid8) as status',
        [xid],
      )
      return rows[0]?.status ?? null
    })
  } catch {
    return 'in progress'
  }
}
