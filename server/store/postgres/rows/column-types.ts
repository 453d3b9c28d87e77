import type { ClientBase } from 'pg'

const TYPES = ['bigint', 'double precision', 'text', 'bytea', 'tsvector'] as const
export type ColumnType = (typeof TYPES)[number]

/** A column of a table, or a value of a query. */
export interface Column {
  name: string
  type: ColumnType
}

/** The types of all columns, by `table.column`. */
export type ColumnTypes = ReadonlyMap<string, ColumnType>

const SELECT = `
  select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`

/** Reads the types from the catalog, so that only the baseline declares them. */
export async function readColumnTypes(client: ClientBase): Promise<ColumnTypes> {
  const { rows } = await client.query<{ name: string; type: string }>(SELECT)
  const types = new Map<string, ColumnType>()
  for (const { name, type } of rows) {
    const known = TYPES.find((each) => each === type)
    if (known !== undefined) types.set(name, known)
  }
  return types
}

export function columnOf(types: ColumnTypes, table: string, name: string): Column {
  const type = types.get(`${table}.${name}`)
  if (type === undefined) throw new Error(`Cannot find column: ${table} has no ${name} of a known type`)
  return { name, type }
}
