import type { Pool } from 'pg'
import { openPool } from '#server/store/postgres/connections/pool.ts'

/** One for rows, which may hold a transaction open, and one for blobs. */
const MOST_CONNECTIONS = 3

/** Opens connections for a command that works for as long as it takes. It waits for nobody's lock for long. */
export function openMovePool(url: string): Pool {
  return openPool(url, {
    max: MOST_CONNECTIONS,
    application_name: 'crumbtrail move',
    silenceMs: 0,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=10s -c jit=off',
  })
}
