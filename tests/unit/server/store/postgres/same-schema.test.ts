import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

/** What may differ: PostgreSQL's own tables, and the index of searches, which SQLite keeps in a table of its own. */
const OF_POSTGRES = [
  ...['schema_step', 'storage_change', 'job', 'blob', 'blob_part', 'journal', 'fold_shard', 'news'],
  ...['form_memory', 'sign_in_cell', 'limit_count', 'lease'],
  ...['issue_text.search', 'issue_text_by_word', 'issue_text_unindexed'],
]

/** By table and column: its type, `null` where it may be null, and its default. */
interface Schema {
  columns: string[]
  keys: string[]
  indexes: string[]
  actions: string[]
}

let [sqlite, postgres]: Schema[] = []

beforeAll(async () => {
  const connection = openConnection(':memory:')
  migrate(connection)
  sqlite = readSqlite(connection)
  connection.close()
  postgres = await readPostgres(await createPostgresDatabase())
})

describe('the tables of PostgreSQL', () => {
  it('have the columns of SQLite’s, with their types, defaults and nulls', () => {
    expect(postgres?.columns).toEqual(sqlite?.columns)
    expect(sqlite?.columns.length).toBeGreaterThan(350)
    expect(sqlite?.columns).toContain("feedback.status text default 'open'")
    expect(sqlite?.columns).toContain('event.trace_id text null')
    expect(sqlite?.columns).toContain('metric.value double precision')
  })

  it('have the same primary and unique keys', () => {
    expect(postgres?.keys).toEqual(sqlite?.keys)
    expect(sqlite?.keys).toContain('event unique project_id, event_id')
  })

  it('have the same indexes by name, with what they are of and which rows they leave out', () => {
    expect(postgres?.indexes).toEqual(sqlite?.indexes)
    expect(sqlite?.indexes).toContain(
      'create index event_by_trace on event substr trace_id, 1, 8 where trace_id is not null',
    )
  })

  it('delete and clear the same rows with an account, a map, an issue and a grouping key', () => {
    expect(postgres?.actions).toEqual(sqlite?.actions)
    expect(sqlite?.actions).toContain('issue.assigned_to of account: set null')
  })
})

const SQLITE_TYPES: Record<string, string> = {
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
  TEXT: 'text',
}

function readSqlite(connection: DatabaseSync): Schema {
  const rowsOf = (sql: string) => connection.prepare(sql).all()
  const tables = `select name from sqlite_schema where type = 'table' and name not like 'issue\\_search%' escape '\\'
    and name not like 'sqlite\\_%' escape '\\'`
  const columns = rowsOf(`
    select tables.name as "table", info.* from (${tables}) as tables join pragma_table_info(tables.name) as info`)
  const keys = rowsOf(`
    select tables.name as "table", list.origin, group_concat(info.name, ', ' order by info.seqno) as columns
    from (${tables}) as tables join pragma_index_list(tables.name) as list join pragma_index_info(list.name) as info
    where list.origin <> 'c' group by list.name`)
  const rowIds = columns.filter(
    ({ table, pk }) => pk === 1 && !keys.some((key) => key.table === table && key.origin === 'pk'),
  )
  const actions = rowsOf(`
    select tables.name || '.' || keys."from" || ' of ' || keys."table" as name, lower(keys.on_delete) as action
    from (${tables}) as tables join pragma_foreign_key_list(tables.name) as keys where on_delete <> 'NO ACTION'`)
  return sorted({
    columns: columns.map((column) => {
      const isNull = column.notnull === 0 && column.pk === 0
      return describeColumn(
        `${column.table}.${column.name} ${SQLITE_TYPES[String(column.type)]}`,
        isNull,
        column.dflt_value,
      )
    }),
    keys: [
      ...keys.map(
        ({ table, origin, columns: of }) => `${table} ${origin === 'pk' ? 'primary' : 'unique'} ${of}`,
      ),
      ...rowIds.map(({ table, name }) => `${table} primary ${name}`),
    ],
    indexes: rowsOf("select sql from sqlite_schema where type = 'index' and sql is not null").map(({ sql }) =>
      plain(sql),
    ),
    actions: actions.map(({ name, action }) => `${name}: ${action}`),
  })
}

async function readPostgres(url: string): Promise<Schema> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await readWith(client)
  } finally {
    await client.end()
  }
}

async function readWith(client: pg.Client): Promise<Schema> {
  const rowsOf = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows
  const columns = await rowsOf(`
    select table_name || '.' || column_name as name, data_type as type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public'`)
  const constraints = await rowsOf(`
    select conrelid::regclass::text as "table", contype::text as kind, confrelid::regclass::text as target,
      confdeltype::text as action,
      (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality as key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns
    from pg_constraint where connamespace = 'public'::regnamespace`)
  const indexes = await rowsOf(`
    select indexdef as sql from pg_indexes where schemaname = 'public'
    and not exists (select from pg_constraint where conname = indexname)`)
  return sorted({
    columns: columns.map(({ name, type, is_nullable, column_default }) =>
      describeColumn(`${name} ${type}`, is_nullable === 'YES', column_default),
    ),
    keys: constraints
      .filter(({ kind }) => kind === 'p' || kind === 'u')
      .map(({ table, kind, columns: of }) => `${table} ${kind === 'p' ? 'primary' : 'unique'} ${of}`),
    indexes: indexes.map(({ sql }) => plain(sql)),
    actions: constraints
      .filter(({ kind }) => kind === 'f')
      .map(
        ({ table, columns: of, target, action }) => `${table}.${of} of ${target}: ${ACTIONS[action ?? '']}`,
      ),
  })
}

const ACTIONS: Record<string, string> = { c: 'cascade', n: 'set null' }

function describeColumn(column: string, isNull: boolean, given: unknown): string {
  const value = given === null ? '' : ` default ${plain(given)}`
  return `${column}${isNull ? ' null' : ''}${value}`
}

/** The text of SQL without what engines write differently: casts, brackets, quotes of names, the way of an index. */
function plain(sql: unknown): string {
  return String(sql)
    .toLowerCase()
    .replaceAll(/::\w+|\bpublic\.|\busing btree\b/g, '')
    .replaceAll(/[()"]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replace(/^'(-?\d+)'$/, '$1')
    .trim()
}

function sorted(schema: Schema): Schema {
  const own = (line: string) =>
    !OF_POSTGRES.some((name) => line.startsWith(name) || line.includes(` ${name} `))
  const { columns, keys, indexes, actions } = schema
  return {
    columns: columns.filter(own).sort(),
    keys: keys.filter(own).sort(),
    indexes: indexes.filter(own).sort(),
    actions: actions.filter(own).sort(),
  }
}
