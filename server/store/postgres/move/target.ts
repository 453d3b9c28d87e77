import type { Pool, PoolClient } from 'pg'
import { auditOfMove } from '#server/store/move/moved.ts'
import { formatPart, inSequence, parsePart } from '#server/store/move/part-rows.ts'
import type { MoveTarget } from '#server/store/move/side.ts'
import { sizeOf } from '#server/store/move/take-part.ts'
import { requireSuitableDatabase } from '#server/store/postgres/check-server.ts'
import { indexTexts } from '#server/store/postgres/index-texts.ts'
import { migrate } from '#server/store/postgres/migrations/migrate.ts'
import { insertRows } from './insert-rows.ts'
import { inRange } from './range-sql.ts'
import { MOVE_TABLES, putBack, setAside } from './set-aside.ts'
import { createPostgresSide } from './side.ts'

interface Described {
  /** The target and the source, as operators know them. */
  name: string
  source: string
  /** Whether attachments are in a bucket. The database notes which ones. */
  hasBucket: boolean
}

/** Opens an empty database to copy into, or one into which the same desk was partly copied. No desk starts on it meanwhile. */
export async function openPostgresTarget(
  pool: Pool,
  { name, source, hasBucket }: Described,
): Promise<MoveTarget> {
  const client = await pool.connect()
  try {
    await requireSuitableDatabase(client)
    await prepare(client, name, source)
    return {
      ...(await createTarget(client, name, hasBucket)),
      async open(at) {
        await inTransaction(client, async () => {
          const insert =
            'insert into audit_entry (at, actor, action, target, details) values ($1, $2, $3, $4, $5)'
          await client.query(insert, auditOfMove({ from: source, to: name, at }))
          await client.query('drop table move, move_part, move_later')
        })
        await client.query('analyze') // without statistics, the first queries are planned badly
      },
      close: async () => client.release(true),
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Whether a database has a part of a desk. A finished move leaves no trace. */
export async function isUnfinished(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: number }>("select to_regclass('move') is not null as has")
  return rows[0]?.has === 1
}

async function prepare(client: PoolClient, name: string, source: string): Promise<void> {
  const known = await findSource(client, name)
  if (known !== undefined && known !== source) {
    throw new Error(`Cannot move to ${name}: it has a part of ${known}; empty it to begin anew`)
  }
  if (known === undefined) {
    await inTransaction(client, async () => {
      await client.query(MOVE_TABLES)
      await client.query('insert into move (source) values ($1)', [source])
    })
  }
  await migrate(client)
  await inTransaction(client, () => setAside(client))
  // A crash of the server may lose the last parts as a whole, which are copied again then.
  await client.query('set synchronous_commit = off')
}

/** The desk of which a database has a part; undefined for an empty database. */
async function findSource(client: PoolClient, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  if (rows.length === 0) return undefined
  if (!rows.some((row) => row.name === 'move')) {
    throw new Error(`Cannot move to ${name}: it is not empty; create an empty database for the desk`)
  }
  const found = await client.query<{ source: string }>('select source from move')
  return found.rows[0]?.source
}

async function createTarget(
  client: PoolClient,
  name: string,
  hasBucket: boolean,
): Promise<Omit<MoveTarget, 'open' | 'close'>> {
  return {
    ...(await createPostgresSide(client, name)),
    async listParts(table) {
      const { rows } = await client.query<Record<string, unknown>>(
        'select * from move_part where name = $1',
        [table.name],
      )
      return inSequence(rows.map(parsePart))
    },
    async replaceRange(table, range, rows, parts) {
      const { sql, values } = inRange(table, range)
      await inTransaction(client, async () => {
        await client.query(`delete from ${table.name} where ${sql}`, values)
        await insertRows(client, table, rows, sizeOf)
        await client.query('delete from move_part where name = $1 and to_key = $2', [
          table.name,
          JSON.stringify(range.to),
        ])
        for (const part of parts) {
          await client.query('insert into move_part values ($1, $2, $3, $4, $5, $6)', [
            table.name,
            ...formatPart(part),
          ])
        }
      })
    },
    async complete(lastIds) {
      await indexTexts(client)
      await inTransaction(client, async () => {
        await putBack(client)
        if (hasBucket) await noteAttachments(client)
        await raiseIds(client, lastIds)
      })
      return [] // it has checked the foreign keys that it has
    },
  }
}

/** The sweep of a bucket asks for them (`server/store/postgres/blobs/`). Those that this move put are noted already. */
async function noteAttachments(client: PoolClient): Promise<void> {
  await client.query(`
    insert into blob (sha256, size_bytes, put_at)
      select sha256, max(size_bytes), extract(epoch from clock_timestamp()) * 1000 from attachment group by sha256
    on conflict (sha256) do nothing`)
}

/** New rows get ids above all that were ever given, and above those that are there. */
async function raiseIds(client: PoolClient, lastIds: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and attidentity = 'd' and attname = 'id'`,
  )
  for (const { name } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), greatest(1, last, $1), greatest(last, $1) > 0)
      from (select coalesce(max(id), 0) as last from ${name}) as ids`,
      [lastIds.get(name) ?? 0],
    )
  }
}

async function inTransaction(client: PoolClient, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin isolation level read committed read write')
  try {
    await work()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`Cannot commit: the server answered ${command}`)
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the server does it for a connection that broke
    throw error
  }
}
