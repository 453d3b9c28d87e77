import type { PoolClient } from 'pg'

const OLDEST_VERSION = 150_000

interface DatabaseFacts {
  version: number
  encoding: string
  collation: string
}

/** Refuses a database in which texts would be compared or folded differently than by SQLite. */
export async function requireSuitableDatabase(client: PoolClient): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(`
    select current_setting('server_version_num')::integer as version, getdatabaseencoding() as encoding,
      datcollate as collation
    from pg_database where datname = current_database()`)
  const [facts] = rows
  const refusal = facts && refusalOf(facts)
  if (refusal !== undefined) throw new Error(`Cannot open the database: ${refusal}`)
}

function refusalOf({ version, encoding, collation }: DatabaseFacts): string | undefined {
  if (version < OLDEST_VERSION) return 'its PostgreSQL is older than 15'
  if (encoding !== 'UTF8') return `its encoding is ${encoding}; create it with "encoding 'UTF8'"`
  if (collation === 'C' || collation === 'POSIX') return undefined
  return `its collation is ${collation}; create it with "template template0 locale 'C'"`
}

/** An advisory lock that a command holds while it finishes a move away from this database. The number is arbitrary. */
export const MOVE_LOCK = 27_863

/**
 * Refuses a database into which a desk was copied in part, which has the table `move` until all is there, and one whose
 * desk is just being moved away: a desk that starts now would not learn that it has moved.
 */
export async function requireNoMove(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ isUnfinished: number; isFree: number }>(`
    select to_regclass('move') is not null as "isUnfinished",
      pg_try_advisory_xact_lock_shared(${MOVE_LOCK}) as "isFree"`)
  const refuse = (message: string) => new Error(`Cannot open the database: ${message}`)
  if (rows[0]?.isUnfinished === 1) {
    throw refuse(
      'a move to it is not finished; run "npm run crumbtrail -- move" with its address and --finish, or drop the database',
    )
  }
  if (rows[0]?.isFree !== 1) throw refuse('its desk is being moved to another place')
}
