import type { ClientBase } from 'pg'
import { ALERT_FACTS, type AlertFacts, toAlertFacts } from '#server/store/alerts/alert-facts.ts'
import { requireSuitableDatabase } from './check-server.ts'
import { openPool } from './connections/pool.ts'
import { withConnection } from './connections/with-connection.ts'
import { KNOWN_STEPS, readSteps } from './migrations/migrate.ts'

/** What an operator should know of the server and its database. Times are in milliseconds. */
export interface ServerFindings {
  /** As the server writes it: `18.4`. */
  version: string
  settings: { fsync: string; synchronousCommit: string; synchronousStandbyNames: string }
  /** The replicas that receive this server's log, as far as this role may see them. */
  replicas: { name: string; syncState: string }[]
  connections: { used: number; most: number }
  /** The age of the oldest open transaction of this database. */
  oldestTransactionMs: number
  /** The step of the schema, 0 before the first start. */
  step: number
  /** The oldest step whose program works on these tables. */
  leastStep: number
  knownStep: number
  /** False if something between, such as a pooler, dropped the limits that each connection asks for and the role has none. */
  hasLimits: boolean
  /** Undefined before the first start. */
  desk: DeskFindings | undefined
}

export interface DeskFindings {
  /** The age of the oldest item that is stored and not counted yet; 0 if all are. */
  foldLagMs: number
  failedJobs: { name: string; failure: string }[]
  tokens: { all: number; endless: number }
  alerts: AlertFacts
}

/** Asks the server of a desk, and changes nothing. Throws if it can't be reached, or its database can't be used. */
export async function inspectServer(url: string): Promise<ServerFindings> {
  const pool = openPool(url, { max: 1, statement_timeout: 5_000 })
  try {
    return await withConnection(pool, async (client) => {
      // A pooler would give a setting of the session to a desk.
      await client.query('begin read only')
      await requireSuitableDatabase(client)
      const found = await inspect(client)
      await client.query('commit')
      return found
    })
  } finally {
    await pool.end()
  }
}

async function inspect(client: ClientBase): Promise<ServerFindings> {
  const [facts] = (await client.query<Facts>(FACTS)).rows
  if (facts === undefined) throw new Error('Cannot inspect the database: the server answered nothing')
  const { version, fsync, synchronousCommit, synchronousStandbyNames, used, most } = facts
  const { step, leastStep } = facts.hasSchema ? await readSteps(client) : { step: 0, leastStep: 0 }
  const replicas = await client.query<ServerFindings['replicas'][number]>(`
    select coalesce(application_name, '') as name, coalesce(sync_state, '') as "syncState"
    from pg_stat_replication order by application_name`)
  return {
    version,
    settings: { fsync, synchronousCommit, synchronousStandbyNames },
    replicas: replicas.rows,
    connections: { used, most },
    oldestTransactionMs: facts.oldestTransactionMs,
    step,
    leastStep,
    knownStep: KNOWN_STEPS,
    hasLimits: facts.hasLimits === 1,
    desk: step >= KNOWN_STEPS && leastStep <= KNOWN_STEPS ? await inspectDesk(client) : undefined,
  }
}

interface Facts {
  version: string
  fsync: string
  synchronousCommit: string
  synchronousStandbyNames: string
  used: number
  most: number
  oldestTransactionMs: number
  hasSchema: number
  hasLimits: number
}

const FACTS = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('synchronous_standby_names') as "synchronousStandbyNames",
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections')::integer as most,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::bigint
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as "oldestTransactionMs",
    to_regclass('schema_step') is not null as "hasSchema",
    current_setting('statement_timeout') <> '0' as "hasLimits"`

async function inspectDesk(client: ClientBase): Promise<DeskFindings> {
  const { rows } = await client.query<{ foldLagMs: number; all: number; ending: number }>(`
    select (select coalesce(max(extract(epoch from clock_timestamp()) * 1000 - stored_at), 0)::bigint from journal) as "foldLagMs",
      (select count(*) from token) as "all", (select count(expires_at) from token) as ending`)
  const [{ foldLagMs, all, ending } = { foldLagMs: 0, all: 0, ending: 0 }] = rows
  const failed = await client.query<{ name: string; failure: string }>(
    'select name, failure from job where failure is not null order by name',
  )
  return {
    foldLagMs: Math.max(0, foldLagMs),
    failedJobs: failed.rows,
    tokens: { all, endless: all - ending },
    alerts: toAlertFacts((await client.query(ALERT_FACTS)).rows[0] ?? {}),
  }
}
