import type { ClientBase } from 'pg'
import type { ColumnType, MovedTable } from '#server/store/move/side.ts'
import { ALL_TABLES } from '#server/store/schema/tables.ts'

interface ColumnRow {
  table: string
  name: string
  type: string
  /** The place in the primary key; null outside of it. */
  place: number | null
}

/** The index of texts is made of them when they have been copied. */
const SELECT = `
  select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
    array_position(indkey::smallint[], attnum) as place
  from pg_attribute join pg_class on pg_class.oid = attrelid
    join pg_index on indrelid = attrelid and indisprimary
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    and format_type(atttypid, atttypmod) <> 'tsvector'
  order by attnum`

const TYPES: readonly ColumnType[] = ['bigint', 'double precision', 'text', 'bytea']

/** Reads the columns and keys of all tables. A table comes after those that it refers to. */
export async function describeTables(client: ClientBase): Promise<MovedTable[]> {
  const { rows } = await client.query<ColumnRow>(SELECT)
  return ALL_TABLES.toReversed().map((name) => {
    const own = rows.filter(({ table }) => table === name)
    const columns = own.map((row) => ({ name: row.name, type: typeOf(row) }))
    const key = own
      .filter(({ place }) => place !== null)
      .sort((a, b) => Number(a.place) - Number(b.place))
      .map((row) => row.name)
    return { name, columns, key }
  })
}

function typeOf({ table, type }: ColumnRow): ColumnType {
  const known = TYPES.find((each) => each === type)
  if (known === undefined) throw new Error(`Cannot describe ${table}: it has a column of type ${type}`)
  return known
}
