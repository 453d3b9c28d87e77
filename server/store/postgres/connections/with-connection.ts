import type { Pool, PoolClient } from 'pg'
import { StorageFailure } from '#server/store/engine/storage-failure.ts'

/** Runs `work` with a connection of the pool. If the connection breaks, the error is a `StorageFailure`. */
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
    if (broken === undefined) throw error
    throw new StorageFailure(`Cannot use the database: ${broken.message}`, { cause: error })
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new StorageFailure(`Cannot connect to the database: ${reasonOf(error)}`, { cause: error })
  }
}

/** If a host name has several addresses, the error contains one for each and has no message of its own. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}
