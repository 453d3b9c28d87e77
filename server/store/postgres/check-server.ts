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

/** A database into which a desk was copied in part. It has the table until the move is finished. */
export async function requireNoMove(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ has: number }>("select to_regclass('move') is not null as has")
  if (rows[0]?.has !== 1) return
  throw new Error(
    'Cannot open the database: a move to it is not finished; run "npm run crumbtrail -- move" with its address and --finish, or drop the database',
  )
}
