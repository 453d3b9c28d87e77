import type { PoolClient } from 'pg'
import { requireKnownVersion } from '#server/store/engine/schema-version.ts'
import { baseline } from '../baseline/baseline.ts'
import { members } from './0002-members.ts'

/** Migrations run in this order; what was released is never changed, only followed by another. */
const MIGRATIONS: readonly string[] = [baseline, members]
/** The step that this program's schema has. */
export const KNOWN_STEPS = MIGRATIONS.length

/** The schema that this program works with. */
export const SCHEMA_STEP = MIGRATIONS.length

/** Any number that nobody else locks in this database: "crumb" in the letters of a telephone. */
const MIGRATION_LOCK = 27_862

/**
 * Brings the tables up to date in one transaction. Of several processes that start together, the first one migrates, and
 * the others wait for it.
 */
export async function migrate(client: PoolClient): Promise<void> {
  await client.query('begin read write')
  try {
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await client.query('create table if not exists schema_step (step bigint primary key)')
    const { rows } = await client.query<{ step: number }>(
      'select coalesce(max(step), 0) as step from schema_step',
    )
    const taken = rows[0]?.step ?? 0
    requireKnownVersion(taken, KNOWN_STEPS)
    for (const [index, migration] of MIGRATIONS.slice(taken).entries()) {
      await client.query(migration)
      await client.query('insert into schema_step (step) values ($1)', [taken + index + 1])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Returns the schema of a database; undefined if it has none. */
export async function readStep(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ has: number }>("select to_regclass('schema_step') is not null as has")
  if (rows[0]?.has !== 1) return undefined
  const steps = await client.query<{ step: number }>('select max(step) as step from schema_step')
  return steps.rows[0]?.step
}
