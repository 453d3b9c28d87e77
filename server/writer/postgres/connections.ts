import pg, { type Pool, type PoolClient } from 'pg'
import { StorageFailure } from '#server/store/engine/storage-failure.ts'
import { valueTypes } from '#server/store/postgres/values.ts'

/** Two lanes of batches, and one connection to fold. */
const MOST_CONNECTIONS = 3
const CONNECT_TIMEOUT_MS = 5_000
const SESSION = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  options: '-c lock_timeout=5s -c jit=off',
}

/** Connections that write, for threads that send statements without waiting for each. */
export function openConnections(url: string): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...SESSION,
    types: valueTypes,
    pipeline: true,
  })
  // An idle connection that breaks leaves the pool; whoever asks next gets another one, or the error.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Runs `work` with a connection. An error of a connection that broke is a `StorageFailure`; the pool does not keep that one.
 */
export async function withConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool)
  let broken: Error | undefined
  const noteBroken = (error: Error) => {
    broken = error
  }
  client.on('error', noteBroken)
  try {
    return await work(client)
  } catch (error) {
    throw broken === undefined
      ? error
      : new StorageFailure(`Cannot use the database: ${broken.message}`, { cause: error })
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new StorageFailure(`Cannot connect to the database: ${String(error)}`, { cause: error })
  }
}
