import type { OwnServer } from '#tests/support/postgres/own-server.ts'

/** How often the rows of a database are copied, and how far apart in time. */
export interface Copies {
  database: string
  /** How many times each row is there afterwards. */
  times: number
  /** Whole hours that lie between one copy and the next. */
  stepHours: number
  onTable?: (table: string, rows: number) => void
}

const HOUR_MS = 3_600_000
/** Issues become more, too, but not as many as events. */
const ISSUE_GROUPS = 10

/** They grow with the events. Their rows are copied without indexes, which are made anew. */
const BULK = ['payload_block', 'event', 'digest', 'span_part', 'segment', 'log']
const WITH_IDS = ['payload_block', 'event', 'span_part', 'segment', 'log', 'issue', 'issue_grouping']
/** They grow with issues. */
const OF_ISSUES = ['issue', 'issue_grouping', 'issue_text', 'issue_tag', 'issue_tag_key', 'issue_user']
/** They grow with the time, and with issues where they have some. */
const OF_HOURS = [
  'issue_hour',
  'issue_scope_hour',
  'project_hour',
  'release_hour',
  'outcome',
  'log_hour',
  'performance_hour',
]
const OF_DAYS = [
  'issue_day',
  'issue_scope_day',
  'issue_scope_user',
  'project_day',
  'project_user_day',
  'performance_day',
]

/**
 * Multiplies what a database has on its server: later copies of events with ids of their own, in more issues, and of what is
 * counted of them by hours and days. To store them takes twenty times as long. The server may lose its data meanwhile.
 */
export async function multiply(
  server: OwnServer,
  { database, times, stepHours, onTable }: Copies,
): Promise<void> {
  const ask = async (sql: string) => (await server.query(sql, database))[0] ?? {}
  const highest = async (table: string) =>
    Number((await ask(`select coalesce(max(id), 0) as n from ${table}`)).n)
  const steps = {
    event: await highest('event'),
    block: await highest('payload_block'),
    issue: await highest('issue'),
    grouping: await highest('issue_grouping'),
    number: Number((await ask('select coalesce(max(number), 0) as n from issue')).n),
  }
  const groups = Math.min(ISSUE_GROUPS, times)
  const change = changesOf(steps, { groups, stepHours })

  /** Copies from one to another; one after the other, those of bulk lie on the disk as they would have come. */
  async function copy(table: string, from: number, to: number, rest = ''): Promise<void> {
    const columns = await server.query(
      `select column_name as name from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`,
      database,
    )
    const names = columns.map(({ name }) => String(name))
    const values = names.map((name) => change(table, name)).join(', ')
    const ownStep = names.includes('id') ? await highest(table) : 0
    const first = `_first_${table}`
    await server.query(
      `set session_replication_role = replica;
      create temp table ${first} as select *, ${ownStep}::bigint as own_step from ${table};
      do $$ begin for c in ${from}..${to} loop
        insert into ${table} (${names.join(', ')}) select ${values} from ${first} ${rest};
      end loop; end $$`,
      database,
    )
    onTable?.(table, Number((await ask(`select count(*) as n from ${table}`)).n))
  }

  for (const table of OF_ISSUES) await copy(table, 1, groups - 1)
  for (const table of [...OF_HOURS, ...OF_DAYS]) await copy(table, 1, times - 1, 'on conflict do nothing')
  for (const table of BULK) {
    const makeAgain = await dropIndexes(server, database, table)
    await copy(table, 1, times - 1)
    for (const sql of makeAgain) await server.query(`set maintenance_work_mem = '400MB'; ${sql}`, database)
  }
  await server.query(
    `update issue set event_count = event_count * ${times} / ${groups}, last_seen = last_seen + ${(times - 1) * stepHours * HOUR_MS}::bigint;
    update project set issue_count = (select max(number) from issue where project_id = project.id)
      where id in (select project_id from issue);
    update storage_use set quantity = quantity * ${times}, payload_bytes = payload_bytes * ${times}`,
    database,
  )
  for (const table of WITH_IDS) {
    await ask(
      `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table} having max(id) > 0`,
    )
  }
}

interface StepsOfIds {
  event: number
  block: number
  issue: number
  grouping: number
  number: number
}

/** Says what becomes of each column in copy `c`. */
function changesOf(steps: StepsOfIds, { groups, stepHours }: { groups: number; stepHours: number }) {
  const group = `(c % ${groups})`
  const hexOf = (column: string) => `lpad(to_hex(c), 6, '0') || substr(${column}, 7)`
  const laterMs = `c * ${stepHours * HOUR_MS}::bigint`
  const times = new Map([
    ...['received_at', 'timestamp'].map((name) => [name, `${name} + ${laterMs}`] as const),
    ...['start_us', 'timestamp_us', 'first_segment_us'].map(
      (name) => [name, `${name} + ${laterMs} * 1000`] as const,
    ),
    ['hour', `hour + c * ${stepHours}`],
    ['day', `day + c * ${stepHours} / 24`],
  ])
  const ids = new Map([
    ['block_id', `block_id + c * ${steps.block}::bigint`],
    ['event_row_id', `event_row_id + c * ${steps.event}::bigint`],
    ['issue_id', `issue_id + ${group} * ${steps.issue}::bigint`],
    ['grouping_id', `grouping_id + ${group} * ${steps.grouping}::bigint`],
    ['event_id', hexOf('event_id')],
    ['trace_id', hexOf('trace_id')],
    ['digest', "overlay(digest placing lpad(upper(to_hex(c)), 4, '0') from 8)"],
  ])
  return (table: string, column: string): string => {
    if (column === 'id') return 'id + c * own_step'
    if (table === 'issue' && column === 'number') return `number + c * ${steps.number}`
    if (column === 'grouping_key') return "grouping_key || '~' || c"
    if (table === 'performance_day' && column === 'hour') return `hour + c * ${stepHours} / 24 * 24`
    return times.get(column) ?? ids.get(column) ?? `"${column}"`
  }
}

/** Drops all indexes of a table, and returns what makes them again. */
async function dropIndexes(server: OwnServer, database: string, table: string): Promise<string[]> {
  const constraints = await server.query(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = '${table}'::regclass and contype in ('p', 'u')`,
    database,
  )
  const indexes = await server.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = '${table}'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    database,
  )
  for (const { name } of constraints)
    await server.query(`alter table ${table} drop constraint ${name}`, database)
  for (const { name } of indexes) await server.query(`drop index ${name}`, database)
  return [
    ...constraints.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => String(definition)),
  ]
}
