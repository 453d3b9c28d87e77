import type { DatabaseSync } from 'node:sqlite'
import type { ColumnType, MovedTable } from '#server/store/move/side.ts'
import { ALL_TABLES } from '#server/store/schema/tables.ts'

const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['INTEGER', 'bigint'],
  ['REAL', 'double precision'],
  ['TEXT', 'text'],
  ['BLOB', 'bytea'],
])

/** Reads the columns and keys of all tables. A table comes after those that it refers to. */
export function describeTables(connection: DatabaseSync): MovedTable[] {
  const read = connection.prepare('select name, type, pk from pragma_table_info(?) order by cid')
  return ALL_TABLES.toReversed().map((name) => {
    const rows = read.all(name)
    const columns = rows.map((row) => ({ name: String(row.name), type: typeOf(name, String(row.type)) }))
    const key = rows
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk))
      .map((row) => String(row.name))
    return { name, columns, key }
  })
}

function typeOf(table: string, declared: string): ColumnType {
  const type = TYPES.get(declared)
  if (type === undefined) throw new Error(`Cannot describe ${table}: it has a column of type ${declared}`)
  return type
}
