import type { Pool } from 'pg'
import { openPool } from '#server/store/postgres/connections/pool.ts'

/** One for rows, which may hold a transaction open, and one for blobs. */
const MOST_CONNECTIONS = 3

/**
 * Opens connections for a command that works for as long as it takes. It waits for nobody's lock for long. If the command is
 * killed, the server ends its statement within ten seconds.
 */
export function openMovePool(url: string, name = 'crumbtrail move'): Pool {
  return openPool(url, {
    max: MOST_CONNECTIONS,
    application_name: name,
    silenceMs: 0,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=10s -c jit=off',
    // Servers on some systems, such as Windows, cannot look while a statement runs. They refuse the setting.
    onConnect: async (client) => {
      await client.query("set client_connection_check_interval = '10s'").catch(() => undefined)
    },
  })
}
