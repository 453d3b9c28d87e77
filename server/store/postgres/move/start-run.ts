import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { openMovePool } from './move-pool.ts'

/** An advisory lock that a run of `move` holds in the database from its beginning to its end. The number is arbitrary. */
const RUN_LOCK = 27_864
/** Connections are named after the process that opened them. Those that hold the lock have another name than those that work. */
const LOCKS = 'crumbtrail move lock, '
const WORKS = 'crumbtrail move, '
/** PostgreSQL cuts the names of connections after 63 bytes. */
const MOST_PROCESS = 63 - LOCKS.length

const LOOK_EVERY_MS = 100
/** The server takes a moment to see that a process is gone. */
const LOOKS_FOR_LOCK = 10
const LOOKS_FOR_WORK = 300
const MOST_STATEMENT = 80

interface NamedRun {
  /** The database, as operators know it. */
  name: string
  /** The process that runs, as operators find it: its number and machine. */
  process: string
  say(line: string): void
  /** How often it looks whether an earlier run's work has ended. */
  looks?: number
}

/** A run of `move` that has a database for itself. */
export interface MoveRun {
  pool: Pool
  close(): Promise<void>
}

/**
 * Opens a database for one run at a time. A run that was killed has lost its lock at once, while the server may still execute
 * its last statement: that is ended first. A run whose lock was lost by accident cannot do harm for the same reason.
 */
export async function startRun(url: string, run: NamedRun): Promise<MoveRun> {
  const lockPool = openMovePool(url, nameOf(LOCKS, run.process))
  try {
    const client = await lockPool.connect()
    try {
      await takeLock(client, run.name)
      await endOlderWork(client, run)
    } catch (error) {
      client.release(true)
      throw error
    }
    const pool = openMovePool(url, nameOf(WORKS, run.process))
    return {
      pool,
      async close() {
        await pool.end()
        client.release(true)
        await lockPool.end()
      },
    }
  } catch (error) {
    await lockPool.end()
    throw error
  }
}

function nameOf(prefix: string, process: string): string {
  return prefix + process.slice(0, MOST_PROCESS)
}

/** The lock is that of an open transaction, because a pooler may give each transaction another session. */
async function takeLock(client: PoolClient, name: string): Promise<void> {
  for (let look = 0; look < LOOKS_FOR_LOCK; look++) {
    if (look > 0) await setTimeout(LOOK_EVERY_MS)
    await client.query('begin isolation level read committed read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ isMine: number }>(
      `select pg_try_advisory_xact_lock(${RUN_LOCK}) as "isMine"`,
    )
    if (rows[0]?.isMine === 1) return
    await client.query('rollback')
  }
  const holder = await findHolder(client)
  const by = holder === undefined ? '' : `: ${describe(holder)}`
  const end =
    holder === undefined ? '' : `; if that process is gone, run "select pg_terminate_backend(${holder.pid})"`
  throw new Error(`Cannot move: another run of move works on ${name}${by}. Wait until it has ended${end}`)
}

interface Work {
  pid: number
  process: string
  since: string | null
  /** Null if it does nothing just now, or what it does is not shown. */
  statement: string | null
}

/** PostgreSQL shows what another role does, and since when, only to some roles. */
const SINCE = `to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since`

async function findHolder(client: PoolClient): Promise<Work | undefined> {
  const { rows } = await client.query<Work>(
    `select pid, replace(application_name, $1, '') as process, ${SINCE},
      (select query from pg_stat_activity as work where work.datname = holder.datname and work.state = 'active'
        and work.application_name = replace(holder.application_name, $1, $2) limit 1) as statement
    from pg_locks join pg_stat_activity as holder using (pid)
    where locktype = 'advisory' and classid = 0 and objid = ${RUN_LOCK} and granted and datname = current_database()`,
    [LOCKS, WORKS],
  )
  return rows[0]
}

/** Whoever has the lock may end all that others have begun. A role may end only what is its own. */
async function endOlderWork(
  client: PoolClient,
  { name, say, looks = LOOKS_FOR_WORK }: NamedRun,
): Promise<void> {
  for (let look = 0; ; look++) {
    await client.query('select pg_stat_clear_snapshot()') // a transaction sees the same sessions otherwise
    const { rows } = await client.query<Work>(
      `select pid, substr(application_name, length($1) + 1) as process, ${SINCE},
        case when state = 'active' then query end as statement,
        case when pg_has_role(usesysid, 'usage') then pg_terminate_backend(pid) end
      from pg_stat_activity where datname = current_database() and starts_with(application_name, $1)`,
      [WORKS],
    )
    const work = rows.find(({ statement }) => statement !== null) ?? rows[0]
    if (work === undefined) return
    if (look === looks) {
      throw new Error(
        `Cannot move: in ${name}, PostgreSQL still works for an earlier run of move, which has ended: ${describe(work)}. Wait until that has ended, or run "select pg_terminate_backend(${work.pid})" as the role that began it`,
      )
    }
    if (look === 0 && work.statement !== null) {
      say(
        `PostgreSQL still works for an earlier run of move, which has ended: ${describe(work)}. Ending that`,
      )
    }
    await setTimeout(LOOK_EVERY_MS)
  }
}

function describe({ process, since, statement }: Work): string {
  const at = statement?.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_STATEMENT)
  return `process ${process}${since === null ? '' : `, since ${since}`}${at ? `, at "${at}"` : ''}`
}
