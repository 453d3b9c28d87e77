import type { Pool } from 'pg'
import { valueTypes } from '#server/store/postgres/values.ts'
import { createServers } from './servers.ts'
import { ServersPool, type ServersPoolConfig } from './servers-pool.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Longer than any statement of a desk may run. */
const SILENCE_MS = 15_000
/** Two batches are stored while one fold counts. */
const WRITING_CONNECTIONS = 3

/** The name of a desk's connections, by which an operator and a move find them. */
export const DESK_NAME = 'crumbtrail'

/** Opens no connection yet. Values are those of `node:sqlite`. Each connection is to the primary among the servers. */
export function openPool(url: string, config: Partial<ServersPoolConfig>): Pool {
  const servers = createServers(url)
  const pool = new ServersPool(servers, {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: valueTypes,
    application_name: DESK_NAME,
    silenceMs: SILENCE_MS,
    ...config,
  })
  // A connection that breaks leaves the pool. Whoever uses it hears that from the query, and an error that nobody listens
  // for would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Opens connections of a thread that writes. It sends statements without waiting for the answer to each. */
export function openWritingPool(url: string, max = WRITING_CONNECTIONS): Pool {
  return openPool(url, {
    max,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c lock_timeout=5s -c jit=off',
    pipeline: true,
  })
}
