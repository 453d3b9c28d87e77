import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { formatMoved, MOVED_TO, parseMoved } from '#server/store/move/moved.ts'
import type { MoveSource } from '#server/store/move/side.ts'
import { MOVE_LOCK } from '#server/store/postgres/check-server.ts'
import { DESK_NAME } from '#server/store/postgres/connections/pool.ts'
import { readStep, SCHEMA_STEP } from '#server/store/postgres/migrations/migrate.ts'
import { ALL_TABLES } from '#server/store/schema/tables.ts'
import { createPostgresSide } from './side.ts'

/** The server takes a moment to end the connections of a process that has stopped. */
const LOOKS = 10
const LOOK_EVERY_MS = 100

/**
 * Opens a desk's database to copy from. `locked` keeps everybody from writing until it is closed, also processes of other
 * machines: each table is locked, and reading continues.
 */
export async function openPostgresSource(
  pool: Pool,
  name: string,
  { locked }: { locked: boolean },
): Promise<MoveSource> {
  const client = await pool.connect()
  try {
    await requireStep(client, name)
    if (locked) await lock(client, name)
    return await createSource(client, name)
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function createSource(client: PoolClient, name: string): Promise<MoveSource> {
  return {
    ...(await createPostgresSide(client, name)),
    async readLastIds() {
      const { rows } = await client.query<{ name: string; id: number }>(`
        select relname as name, last_value as id from pg_sequences
          join pg_depend on objid = format('%I.%I', schemaname, sequencename)::regclass and deptype = 'i'
          join pg_class on pg_class.oid = refobjid
        where schemaname = current_schema() and last_value is not null`)
      return new Map(rows.map((row) => [row.name, row.id]))
    },
    async findMoved() {
      const { rows } = await client.query<{ value: string }>('select value from setting where key = $1', [
        MOVED_TO,
      ])
      return rows[0] && parseMoved(rows[0].value)
    },
    async markMoved(moved) {
      await client.query(
        'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [MOVED_TO, formatMoved(moved)],
      )
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error(`Cannot commit: the server answered ${command}`)
    },
    async close() {
      client.release(true) // rolls back what was locked and not changed
    },
  }
}

async function requireStep(client: PoolClient, name: string): Promise<void> {
  const step = await readStep(client)
  if (step === undefined) throw new Error(`Cannot move ${name}: it has no desk`)
  if (step === SCHEMA_STEP) return
  throw new Error(
    `Cannot move ${name}: its tables are of another version (schema ${step}, this version has ${SCHEMA_STEP}); start the desk once with this version`,
  )
}

async function lock(client: PoolClient, name: string): Promise<void> {
  await requireNoDesk(client, name)
  const tables = [...ALL_TABLES, 'journal', 'storage_change', 'blob', 'blob_part']
  await client.query('begin isolation level read committed read write')
  await client.query(`select pg_advisory_xact_lock(${MOVE_LOCK})`)
  await client.query(`lock table ${tables.join(', ')} in share mode`)
  await requireNoDesk(client, name)
  const { rows } = await client.query<{ isBehind: number }>(
    'select exists (select from journal) or exists (select from storage_change) as "isBehind"',
  )
  if (rows[0]?.isBehind === 0) return
  throw new Error(
    `Cannot move ${name}: it has data that is not counted yet; start a desk with this version for a minute, stop it and try again`,
  )
}

/** A running desk would still write to the database after the move. Each looks for work every second, so it is connected. */
async function requireNoDesk(client: PoolClient, name: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await setTimeout(LOOK_EVERY_MS)
    const { rows } = await client.query<{ quantity: number }>(
      `select count(*) as quantity from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [DESK_NAME],
    )
    if (rows[0]?.quantity === 0) return
  }
  throw new Error(`Cannot finish the move from ${name}: a desk or a command uses it; stop it first`)
}

/** Lets desks start on a database again. Returns where they had moved to. */
export async function forgetMoved(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('delete from setting where key = $1 returning value', [
    MOVED_TO,
  ])
  return rows[0] && parseMoved(rows[0].value).to
}
