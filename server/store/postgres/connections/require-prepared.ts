import type { ClientBase, Pool } from 'pg'
import { withConnection } from './with-connection.ts'

type Client = Pick<ClientBase, 'query'>

const STATEMENT = { name: 'kept_between_transactions', text: 'select 1' }
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: no such prepared statement, or one that is there already. */
const FORGOTTEN: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/**
 * Refuses a pooler that runs each transaction on any of its connections and forgets what was prepared. Without a pooler, or
 * with one in session mode, there is nothing to find.
 */
export async function requirePrepared(pool: Pool): Promise<void> {
  await withConnection(pool, async (one) => {
    const { rows } = await one.query<{ isDirect: number }>(
      "select current_setting('default_transaction_read_only') = 'on' as \"isDirect\"",
    )
    // Poolers drop the settings that a connection begins with.
    if (rows[0]?.isDirect !== 1) await withConnection(pool, (other) => requireKept(one, other))
  })
}

/** While the other connection is in a transaction, the pooler gives the first one another than that where it prepared. */
async function requireKept(one: Client, other: Client): Promise<void> {
  try {
    await one.query(STATEMENT)
    await other.query('begin read only')
    await other.query(STATEMENT)
    await one.query(STATEMENT)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FORGOTTEN.has(error.code))) throw error
    throw new Error(
      'Cannot use the database: its pooler forgets prepared statements; use session mode, or PgBouncer 1.21 or later with max_prepared_statements',
      { cause: error },
    )
  } finally {
    await other.query('rollback')
  }
}
