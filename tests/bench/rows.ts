import { readFileSync } from 'node:fs'
import pg from 'pg'
import { readRowFacts } from '#server/store/postgres/rows/row-facts.ts'
import { createPostgresRows } from '#server/store/postgres/rows/run-steps.ts'
import { valueTypes } from '#server/store/postgres/values.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, change, insert, put, read, run, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { setup } from '#tests/support/run/temporary-folder.ts'

/**
 * What a row of each step costs on PostgreSQL in processor time: of this process, and of the server's process for its
 * connection. Tests' server writes nothing to a disk.
 * `node tests/bench/rows.ts [rows] [step] [milliseconds]`
 */
const [only, atLeastMs = '1500'] = process.argv.slice(3)
const SIZES = process.argv[2] ? [Number(process.argv[2])] : [64, 256]
/** The kernel counts a process's time by these. */
const TICK_US = 10_000
const UNMEASURED = 30

const clear = setup() // the server's folder
const client = new pg.Client({
  connectionString: await createPostgresDatabase(),
  types: valueTypes,
  pipeline: true,
  options: '-c jit=off',
})
await client.connect()
const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
const runSteps = createPostgresRows(client, await readRowFacts(client))

let last = 0
const next = () => ++last
const listOf = <Row>(size: number, make: (place: number) => Row) =>
  Array.from({ length: size }, (_, at) => make(at))

const EVENTS = appendedTo('event')([
  ...(['project_id', 'event_id', 'issue_id', 'timestamp', 'received_at', 'level', 'value'] as const),
  ...(['environment', 'release', 'user_label', 'trace_id', 'span_id', 'block_id', 'block_offset'] as const),
  ...(['block_length', 'grouping_id', 'redundancy'] as const),
])
const anEvent = () => ({
  ...{ project_id: 1, event_id: hex(next(), 32), issue_id: last % 40, timestamp: 1_760_000_000_000 + last },
  ...{ received_at: 1_760_000_000_000 + last, level: 'error', value: `Cannot read price of item ${last}` },
  ...{ environment: 'production', release: 'shop@2.5.0', user_label: `ada${last}@example.com` },
  ...{
    trace_id: hex(last, 32),
    span_id: hex(last, 16),
    block_id: last >> 4,
    block_offset: 7,
    block_length: 900,
  },
  ...{ grouping_id: 4, redundancy: 0 },
})
const hex = (number: number, digits: number) => (number * 2_654_435_761).toString(16).padStart(digits, '0')

const BLOCKS = appendedTo('payload_block')(['size_bytes', 'data'])
const bytes = new Uint8Array(4_000).map((_, at) => (at * 7_919) % 251)
const FIND = queryOf({ project_id: 'integer', event_id: 'text' })<{ id: number }>(
  'select id, issue_id, received_at from event where project_id = :project_id and event_id = :event_id',
)
const NEWEST = queryOf({ issue_id: 'integer' })<{ id: number }>(
  'select id, received_at from event where issue_id = :issue_id order by received_at desc, id desc limit 2',
)
const TOUCH = queryOf({ id: 'integer', level: 'text' })('update event set level = :level where id = :id')

const aTag = (at: number) => ({
  ...{ project_id: 1, issue_id: at % 40, key: 'browser.name', value: `Firefox ${at} of Linux` },
  ...{ event_count: 1, first_seen: 1_760_000_000_000, last_seen: 1_760_000_000_000 + at },
})
const aSketch = (at: number) => ({ project_id: 1, issue_id: at, sketch: bytes.subarray(0, 1_000) })

const KINDS: Record<string, (size: number) => Steps<unknown>> = {
  'insert event': (size) => insert(EVENTS, listOf(size, anEvent)),
  'insert block': (size) =>
    insert(
      BLOCKS,
      listOf(size, () => ({ size_bytes: 9_000, data: bytes })),
    ),
  'put new tag': (size) =>
    put(
      COUNTED.issue_tag,
      listOf(size, () => aTag(1_000_000 + next())),
    ),
  'put known tag': (size) => put(COUNTED.issue_tag, listOf(size, aTag)),
  'put sketch': (size) => put(COUNTED.issue_user, listOf(size, aSketch)),
  'change tag': (size) => change(COUNTED.issue_tag, listOf(size, aTag)),
  'read tag': (size) => read(COUNTED.issue_tag, listOf(size, aTag)),
  'read sketch': (size) => read(COUNTED.issue_user, listOf(size, aSketch)),
  'ask event': (size) =>
    ask(
      FIND,
      listOf(size, (at) => ({ project_id: 1, event_id: hex(at + 1, 32) })),
    ),
  'ask newest': (size) =>
    ask(
      NEWEST,
      listOf(size, (at) => ({ issue_id: at % 40 })),
    ),
  'run event': (size) =>
    run(
      TOUCH,
      listOf(size, (at) => ({ id: at + 1, level: 'error' })),
    ),
}

try {
  await runSteps(insert(EVENTS, listOf(2_000, anEvent)))
  await client.query('analyze')
  for (const [name, steps] of Object.entries(KINDS)) {
    if (only !== undefined && !name.includes(only)) continue
    for (const size of SIZES) await measure(name, size, steps)
  }
} finally {
  await client.end()
  clear()
}

async function measure(name: string, size: number, steps: (size: number) => Steps<unknown>): Promise<void> {
  let [rounds, here] = [0, 0]
  const transaction = async () => {
    const made = steps(size)
    await client.query('begin')
    const before = process.cpuUsage()
    await runSteps(made)
    const { user, system } = process.cpuUsage(before)
    await client.query('commit')
    here += user + system
    rounds++
  }
  for (let round = 0; round < UNMEASURED; round++) await transaction()
  await client.query('vacuum')
  ;[rounds, here] = [0, 0]
  const [serverBefore, start] = [serverMicros(), performance.now()]
  while (performance.now() - start < Number(atLeastMs)) await transaction()
  const perRow = (micros: number) => (micros / rounds / size).toFixed(1).padStart(6)
  const server = serverMicros() - serverBefore
  console.log(
    `${name.padEnd(14)} ${String(size).padStart(4)}: ${perRow(here)} µs here, ${perRow(server)} on the server`,
  )
}

function serverMicros(): number {
  const stat = readFileSync(`/proc/${backends[0]?.pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) * TICK_US
}
