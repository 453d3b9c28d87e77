import { readFileSync } from 'node:fs'
import { openPool } from '#server/store/postgres/connections/pool.ts'
import { createRetentionJobs } from '#server/store/postgres/jobs/retention-jobs.ts'
import { startJobs } from '#server/store/postgres/jobs/start-jobs.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { setup } from '#tests/support/run/temporary-folder.ts'

/**
 * What retention costs on PostgreSQL, in processor time of this process and of the server's, in log, and in space: slices over
 * rows like those of `retention.ts`, half of them too old. `node tests/bench/retention-postgres.ts [rows]`
 */
const ROWS = Number(process.argv[2] ?? 400_000)
const PAIRS = ROWS / 2
const DAY_MS = 86_400_000
const NOW = 100 * DAY_MS
const ROWS_A_BLOCK = 16
const BLOCK_BYTES = 8_000
/** The kernel counts a process's time by these. */
const TICK_MS = 10
const TABLES = ['event', 'digest', 'span_part', 'payload_block', 'storage_change']

const clear = setup() // the server's folder
const url = await createPostgresDatabase()
const pool = openPool(url, { max: 1, pipeline: true })
const admin = openPool(url, { max: 1 })
await fill()
await measure('deleting half', NOW)
await measure('finding nothing to delete', NOW)
await vacuum()
await pool.end()
await admin.end()
clear()

async function fill(): Promise<void> {
  await admin.query(
    `
    insert into issue (id, project_id, number, grouping_version, grouping_key, type, value, culprit, level, is_unhandled,
      first_seen, last_seen, event_count) values (1, 1, 1, 1, 'x', 'Error', '', '', 'error', 0, 0, 0, 1);
    insert into payload_block (id, size_bytes, data)
      select id, ${BLOCK_BYTES}, decode(string_agg(md5(random()::text), ''), 'hex')
      from generate_series(1, ${PAIRS / ROWS_A_BLOCK}) as id, generate_series(1, ${BLOCK_BYTES / 16}) group by id;
    create temp table pair as select n, ${NOW - 60 * DAY_MS} + n::bigint * ${60 * DAY_MS} / ${PAIRS} as received_at,
      md5(random()::text) as event_id, md5(random()::text) as trace_id, 1 + n / ${ROWS_A_BLOCK} as block_id
      from generate_series(0, ${PAIRS - 1}) as n;
    insert into event (id, project_id, event_id, issue_id, timestamp, received_at, level, value, trace_id, block_id,
      block_offset, block_length)
      select n + 1, 1, event_id, 1, 0, received_at, 'error', 'no price', trace_id, block_id, 0, 1 from pair;
    insert into digest (digest, event_row_id, project_id) select event_id, n + 1, 1 from pair;
    insert into span_part (id, project_id, trace_id, span_count, span_ids, received_at, block_id, block_offset, block_length)
      select n + 1, 1, trace_id, 20, decode(repeat(md5(n::text), 10), 'hex'), received_at, block_id, 0, 1 from pair`,
  )
  await admin.query('vacuum analyze')
  console.log(`${ROWS} rows, half events and half parts of traces: ${await sizes()}`)
}

async function measure(what: string, start: number): Promise<void> {
  let now = start
  const jobs = createRetentionJobs(30)
    .filter(({ name }) => name === 'expire rows')
    .map((job) => ({ ...job, everyMs: 1_000_000 }))
  await admin.query('delete from job')
  const runner = startJobs(pool, jobs, { clock: () => now, processId: 'bench' })
  const before = await costs()
  const longest = { ms: 0 }
  let slices = 0
  for (let isDue = true; isDue; now += 100) {
    const startedAt = performance.now()
    await runner.runOnce()
    longest.ms = Math.max(longest.ms, performance.now() - startedAt)
    slices++
    const { rowCount } = await admin.query('select from job where due_at <= $1', [now + 100])
    isDue = (rowCount ?? 0) > 0
  }
  const after = await costs()
  const { rows } = await admin.query(
    `select (select count(*) from event) + (select count(*) from span_part) as n`,
  )
  console.log(
    `${what}: ${slices} slices, ${after.own - before.own} ms here, ${after.server - before.server} ms on the server, ` +
      `${megabytes(after.wal - before.wal)} MB of log, longest slice ${longest.ms.toFixed(0)} ms; ${rows[0].n} rows left, ${await sizes()}`,
  )
}

/** What autovacuum would do after a fifth of a table is dead. */
async function vacuum(): Promise<void> {
  const [before, ofAdmin] = [await costs(), await backendMs(admin)]
  await admin.query('vacuum')
  const after = await costs()
  console.log(
    `vacuum: ${(await backendMs(admin)) - ofAdmin} ms on the server, ${megabytes(after.wal - before.wal)} MB of log; ${await sizes()}`,
  )
}

async function costs() {
  const { user, system } = process.cpuUsage()
  const { rows } = await admin.query(`select pg_current_wal_lsn() - '0/0' as wal`)
  return { own: Math.round((user + system) / 1_000), server: await backendMs(pool), wal: Number(rows[0].wal) }
}

async function backendMs(of: typeof pool): Promise<number> {
  const { rows } = await of.query('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

async function sizes(): Promise<string> {
  const list = TABLES.map((table) => `pg_total_relation_size('${table}') as ${table}`).join(', ')
  const { rows } = await admin.query(`select ${list}`)
  return TABLES.map((table) => `${table} ${megabytes(Number(rows[0][table]))} MB`).join(', ')
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}
