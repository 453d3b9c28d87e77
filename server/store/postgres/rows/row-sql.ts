import { nameStatement } from '#server/store/postgres/statement-names.ts'
import { joinings } from '#server/store/rows/joinings.ts'
import { fillValues, type Query, type ValueType } from '#server/store/rows/query.ts'
import {
  type Appended,
  changedColumnsOf,
  columnsOf,
  type Table,
  valueColumnsOf,
} from '#server/store/rows/table.ts'
import { type Column, type ColumnType, type ColumnTypes, columnOf } from './column-types.ts'

/** A statement that each connection prepares once. Its parameters are an array for each column, or a value. */
export interface RowStatement {
  name: string
  text: string
  columns: readonly Column[]
}

/** The first column is the place of a key. The values of the row with that key follow. */
export function readOf(types: ColumnTypes, table: Table): RowStatement {
  const columns = table.key.map((name) => columnOf(types, table.name, name))
  const values = valueColumnsOf(table).map((name) => `, ${table.name}.${name}`)
  return statementOf(
    columns,
    `select given.given_place${values.join('')} from ${given(columns)} join ${table.name} on ${isKey(table, table.key)}`,
  )
}

/** The columns are the place of a key and the number of rows that begin with it. */
export function countOf(types: ColumnTypes, table: Table, names: readonly string[]): RowStatement {
  const columns = names.map((name) => columnOf(types, table.name, name))
  const quantity = `select count(*) from ${table.name} where ${isKey(table, names)}`
  return statementOf(columns, `select given.given_place, (${quantity}) as quantity from ${given(columns)}`)
}

export function putOf(types: ColumnTypes, table: Table): RowStatement {
  const names = columnsOf(table)
  const columns = names.map((name) => columnOf(types, table.name, name))
  const joined = joinings(table, (column) => `excluded.${column}`)
  return statementOf(
    columns,
    `insert into ${table.name} (${names.join(', ')}) select ${values(columns)} from ${given(columns)}
      on conflict (${table.key.join(', ')}) do ${joined === '' ? 'nothing' : `update set ${joined}`}`,
  )
}

/** The statement returns the places of the keys that exist. */
export function changeOf(types: ColumnTypes, table: Table): RowStatement {
  const columns = changedColumnsOf(table).map((name) => columnOf(types, table.name, name))
  const givenValue = (name: string) => valueIn(columnOf(types, table.name, name))
  return statementOf(
    columns,
    `update ${table.name} set ${joinings(table, givenValue)} from ${given(columns)}
      where ${isKey(table, table.key)} returning given.given_place`,
  )
}

export function insertOf(types: ColumnTypes, { name, columns: names }: Appended): RowStatement {
  const columns = ['id', ...names].map((each) => columnOf(types, name, each))
  return statementOf(
    columns,
    `insert into ${name} (id, ${names.join(', ')}) select ${values(columns)} from ${given(columns)}`,
  )
}

/** The name of a column that an ordered query has second. */
export const FOUND_PLACE = 'found_place'

/**
 * Its first column is the place of a set of values; what the query finds for it follows. Only rows that the query orders
 * are numbered, because no sort of the server keeps what is equal in order; to number others would take as long as finding them.
 */
export function askOf(query: Query): RowStatement {
  const columns = columnsOfQuery(query)
  const found = fillValues(query, (name) => givenOf(name))
  const from = `select given.given_place, found.* from ${given(columns)} cross join lateral`
  if (!/\border\s+by\b/i.test(found)) return statementOf(columns, `${from} (${found}) as found`)
  return statementOf(
    columns,
    `${from} (select row_number() over () as ${FOUND_PLACE}, ordered.* from (${found}) as ordered) as found
      order by given.given_place, found.${FOUND_PLACE}`,
  )
}

/** The query, or the statement, for one set of values: its parameters are no arrays. */
export function oneOf(query: Query): RowStatement {
  const columns = columnsOfQuery(query)
  return statementOf(
    columns,
    fillValues(query, (name, number) => `$${number}::${TYPES[query.types[name] as ValueType]}`), // it has this value
  )
}

function columnsOfQuery({ types }: Query): Column[] {
  return Object.entries(types).map(([name, type]) => ({ name, type: TYPES[type] }))
}

const TYPES: Record<ValueType, ColumnType> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text',
  bytes: 'bytea',
}

export function statementOf(columns: readonly Column[], text: string): RowStatement {
  return { name: nameStatement(text), text, columns }
}

/** The parameters as rows, numbered from 1 on. */
function given(columns: readonly Column[]): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type === 'tsvector' ? 'text' : type}[]`)
  const names = columns.map(({ name }) => `"${name}"`)
  return `unnest(${arrays.join(', ')}) with ordinality as given (${[...names, 'given_place'].join(', ')})`
}

function values(columns: readonly Column[]): string {
  return columns.map(valueIn).join(', ')
}

/** A `tsvector` is sent as text, because `pg` cannot send an array of them. */
function valueIn({ name, type }: Column): string {
  return type === 'tsvector' ? `${givenOf(name)}::tsvector` : givenOf(name)
}

function isKey({ name }: Table, columns: readonly string[]): string {
  return columns.map((column) => `${name}.${column} = ${givenOf(column)}`).join(' and ')
}

/** Quotes the name, because a query may name a value by a reserved word such as `from`. */
function givenOf(name: string): string {
  return `given."${name}"`
}
