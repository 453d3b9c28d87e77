import { joinings } from '#server/store/rows/joinings.ts'
import {
  type Appended,
  changedColumnsOf,
  columnsOf,
  type Table,
  valueColumnsOf,
} from '#server/store/rows/table.ts'

/** Its parameters are the key's columns. */
export function selectOf(table: Table): string {
  return `select ${valueColumnsOf(table).join(', ')} from ${table.name} where ${isKey(table.key)}`
}

/** Its parameters are these columns. */
export function countOf({ name }: Table, columns: readonly string[]): string {
  return `select count(*) as quantity from ${name} where ${isKey(columns)}`
}

/** Its parameters are all columns, in the order of `columnsOf`. */
export function putOf(table: Table): string {
  const columns = columnsOf(table)
  const joined = joinings(table, (column) => `excluded.${column}`)
  const places = columns.map(() => '?').join(', ')
  return `insert into ${table.name} (${columns.join(', ')}) values (${places})
    on conflict (${table.key.join(', ')}) do ${joined === '' ? 'nothing' : `update set ${joined}`}`
}

/** Its parameters are the columns of `changedColumnsOf`, in their order. */
export function changeOf(table: Table): string {
  const columns = changedColumnsOf(table)
  const joined = joinings(table, (column) => `?${columns.indexOf(column) + 1}`)
  return `update ${table.name} set ${joined} where ${isKey(table.key)}`
}

/** The parameters are the values of the columns. */
export function insertOf({ name, columns }: Appended): string {
  return `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
}

/** The key's parameters are the first ones. */
function isKey(columns: readonly string[]): string {
  return columns.map((column, index) => `${column} = ?${index + 1}`).join(' and ')
}
