import fc from 'fast-check'
import { type Query, queryOf } from '#server/store/rows/query.ts'
import type { Step } from '#server/store/rows/steps.ts'
import { appendedTo, columnsOf, type Table, tableOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Row, Twin } from './memory-rows.ts'

/** A step of one project, whatever its number: what several runs store in one database is never of the same one. */
export type AnyStep = (projectId: number) => Step

/** Made against the ways in which a text might be written; what no server stores as it is has tests of its own. */
const anyText = fc.oneof(
  fc.constantFrom('', 'NULL', '{"a",b}', "it's", '\\x00', '$1', 'ß→𝄞', '\n\t'),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
)
const anyName = fc.constantFrom('a', 'B', 'é', '', '𝄞')
const anyQuantity = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
const anyTime = fc.integer({ min: 0, max: 4 })
const anyReal = fc.oneof(fc.double({ noNaN: true }), fc.integer()).map((value) => value + 0) // no -0
const anyBytes = fc.uint8Array({ maxLength: 9 })
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 })

type Columns = Record<string, fc.Arbitrary<unknown>>

const RELEASE = {
  key: ['project_id', 'version'],
  keep: ['created_at'],
  greatest: ['last_seen'],
  add: ['event_count'],
  replace: ['user_sketch', 'user_count'],
} as const
const OF_RELEASE: Columns = {
  ...{ version: anyName, created_at: anyTime, event_count: anyQuantity, user_count: anyQuantity },
  ...{ first_seen: orNull(anyTime), last_seen: orNull(anyTime), user_sketch: orNull(anyBytes) },
}

/** Tables with every way to join, every type, and nulls; and what their columns are, but for the project. */
const PUT: { table: Table; columns: Columns }[] = [
  {
    table: COUNTED.issue_tag,
    columns: {
      ...{ issue_id: fc.integer({ min: 1, max: 2 }), key: anyName, value: anyName },
      ...{ event_count: anyQuantity, first_seen: anyTime, last_seen: anyTime },
    },
  },
  { table: tableOf('project_release')({ ...RELEASE, least: ['first_seen'] }), columns: OF_RELEASE },
  {
    table: tableOf('project_release')({ ...RELEASE, add: ['event_count', 'first_seen'] }),
    columns: OF_RELEASE,
  },
  {
    table: COUNTED.performance_hour,
    columns: {
      ...{ hour: anyTime, kind: anyName, name: anyName, op: anyName, side: anyName, environment: anyName },
      ...{
        quantity: anyQuantity,
        failures: anyQuantity,
        total_ms: anyReal,
        sketch: anyBytes,
        examples: anyBytes,
      },
    },
  },
]

const METRICS = appendedTo('metric')([
  ...([
    'project_id',
    'name',
    'timestamp_us',
    'content_hash',
    'received_at',
    'type',
    'value',
    'unit',
  ] as const),
  ...(['trace_id', 'block_id', 'block_offset', 'block_length'] as const),
])
const anyMetric = fc.record({
  ...{
    name: anyName,
    content_hash: fc.maxSafeInteger(),
    received_at: anyTime,
    type: anyText,
    value: anyReal,
  },
  ...{ unit: anyText, trace_id: orNull(anyText) },
})
let lastMetric = 0
const aMetric = (metric: object) => ({
  ...metric,
  ...{ timestamp_us: ++lastMetric, block_id: 1, block_offset: 0, block_length: 0 }, // each has a key of its own
})

const FIND = queryOf({ project_id: 'integer', from: 'real', name: 'text', limit: 'integer' })<object>(`
  select id, name, trace_id, metric.value as "itsValue", unit || :name as named from metric
  where project_id = :project_id and value >= :from and (name = :name or :name = '')
  order by metric.value desc, id limit :limit`)
const RENAME = queryOf({ project_id: 'integer', from: 'text', to: 'text', trace_id: 'text', value: 'real' })(`
  update metric set name = :to, trace_id = :trace_id where project_id = :project_id and name = :from and value < :value`)

/** The queries above, in our own words. */
export const TWINS: ReadonlyMap<Query, Twin> = new Map<Query, Twin>([
  [FIND, { table: 'metric', answer: find }],
  [RENAME, { table: 'metric', answer: rename }],
])

function find(rows: Row[], { project_id, from, name, limit }: Row): Row[] {
  return rows
    .filter((row) => row.project_id === project_id && Number(row.value) >= Number(from))
    .filter((row) => name === row.name || name === '')
    .toSorted((a, b) => Number(b.value) - Number(a.value) || Number(a.id) - Number(b.id))
    .slice(0, Number(limit))
    .map((row) => ({
      ...{ id: row.id, name: row.name, trace_id: row.trace_id, itsValue: row.value },
      named: `${row.unit}${name}`,
    }))
}

function rename(rows: Row[], { project_id, from, to, trace_id, value }: Row): number {
  const renamed = rows.filter(
    (row) => row.project_id === project_id && row.name === from && Number(row.value) < Number(value),
  )
  for (const row of renamed) Object.assign(row, { name: to, trace_id })
  return renamed.length
}

const anyList = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 8 })

function anyRows(columns: Columns, names: readonly string[]): fc.Arbitrary<(projectId: number) => object[]> {
  const chosen = Object.entries(columns).filter(([name]) => names.includes(name))
  return anyList(fc.record(Object.fromEntries(chosen))).map(
    (rows) => (project_id) => rows.map((row) => ({ project_id, ...row })),
  )
}

const ofTables = PUT.flatMap(({ table, columns }): fc.Arbitrary<AnyStep>[] => {
  const keys = anyRows(columns, table.key)
  const rows = anyRows(columns, columnsOf(table))
  const begin = table.key.slice(0, 2)
  return [
    rows.map((rowsOf) => (id) => ({ kind: 'put', table, rows: rowsOf(id) })),
    rows.map((rowsOf) => (id) => ({ kind: 'change', table, rows: rowsOf(id) })),
    keys.map((keysOf) => (id) => ({ kind: 'read', table, keys: keysOf(id) })),
    keys.map((keysOf) => (id) => ({ kind: 'count', table, columns: begin, keys: keysOf(id) })),
  ]
})

const inserted = anyList(anyMetric).map(
  (rows): AnyStep =>
    (project_id) => ({
      kind: 'insert',
      table: METRICS,
      rows: rows.map((row) => ({ project_id, ...aMetric(row) })),
    }),
)
const asked = anyList(fc.record({ from: anyReal, name: anyName, limit: fc.integer({ min: 0, max: 3 }) })).map(
  (values): AnyStep =>
    (project_id) => ({ kind: 'ask', query: FIND, values: values.map((each) => ({ project_id, ...each })) }),
)
const ran = anyList(fc.record({ from: anyName, to: anyName, trace_id: orNull(anyText), value: anyReal })).map(
  (values): AnyStep =>
    (project_id) => ({
      ...{ kind: 'run', statement: RENAME },
      values: values.map((each) => ({ project_id, ...each })),
    }),
)

/** Steps of every kind, in any order. */
export const anySteps = fc.array(fc.oneof(...ofTables, inserted, inserted, asked, asked, ran), {
  minLength: 1,
  maxLength: 12,
})

/** The tables that the steps use. */
export const STEPPED = ['issue_tag', 'project_release', 'performance_hour', 'metric'] as const
