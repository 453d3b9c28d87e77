import type { Selectable } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

type TableName = keyof Database
type DatabaseRow<Name extends TableName> = Selectable<Database[Name]>
type ColumnOf<Name extends TableName> = keyof DatabaseRow<Name> & string
type NumberOf<Name extends TableName> = {
  [Column in ColumnOf<Name>]: DatabaseRow<Name>[Column] extends number | null ? Column : never
}[ColumnOf<Name>]

/** How each column of a row joins that of the row with the same key. */
interface Joining<Name extends TableName> {
  key: readonly ColumnOf<Name>[]
  /** The sum of both. */
  add?: readonly NumberOf<Name>[]
  /** The smaller one. */
  least?: readonly NumberOf<Name>[]
  /** The larger one. */
  greatest?: readonly NumberOf<Name>[]
  /** The new one. */
  replace?: readonly ColumnOf<Name>[]
  /** The one that is there. */
  keep?: readonly ColumnOf<Name>[]
}

/** The ways in which columns that are no key join. */
const WAYS = ['add', 'least', 'greatest', 'replace', 'keep'] as const

/**
 * A table as data, for those who store rows without knowing the engine. `Key` and `Values` are the columns of its rows;
 * `types` is never there, and lets the compiler tell two tables apart.
 */
export interface Table<Key extends object = object, Values extends object = object>
  extends Record<(typeof WAYS)[number], readonly string[]> {
  readonly name: TableName
  readonly key: readonly string[]
  readonly types?: { key: Key; values: Values }
}

/** A row of a table, as it is put. */
export type RowOf<Of extends Table> =
  Of extends Table<infer Key, infer Values>
    ? { [Column in keyof (Key & Values)]: (Key & Values)[Column] }
    : never

/** The columns that are named for any of these ways. */
type Named<Said, Way extends string> = {
  [Name in keyof Said]: Name extends Way
    ? Said[Name] extends readonly (infer Column)[]
      ? Column
      : never
    : never
}[keyof Said]

type ValueOf<Said> = Named<Said, Exclude<keyof Joining<TableName>, 'key'>>

type Columns<Name extends TableName, Column> = Pick<DatabaseRow<Name>, Extract<Column, ColumnOf<Name>>>

/** Describes those columns of a table that are put, or changed, together. */
export function tableOf<Name extends TableName>(name: Name) {
  return <const Said extends Joining<Name>>(
    said: Said,
  ): Table<Columns<Name, Named<Said, 'key'>>, Columns<Name, ValueOf<Said>>> & { name: Name } => ({
    ...{ add: [], least: [], greatest: [], replace: [], keep: [] },
    ...said,
    name,
  })
}

/** A table to which rows are added. The engine gives them their `id`. */
export interface Appended<Values extends object = object> {
  readonly name: TableName
  readonly columns: readonly string[]
  readonly types?: Values
}

type AppendedName = { [Name in TableName]: 'id' extends ColumnOf<Name> ? Name : never }[TableName]

/** Names the columns that are given for new rows. The id is made, and other columns get their defaults. */
export function appendedTo<Name extends AppendedName>(name: Name) {
  return <const Column extends ColumnOf<Name>>(
    columns: readonly Column[],
  ): Appended<Columns<Name, Column>> & { name: Name } => ({ name, columns })
}

/** All columns of the table's rows, the key's first. */
export function columnsOf(table: Table): string[] {
  return [...table.key, ...valueColumnsOf(table)]
}

export function valueColumnsOf(table: Table): string[] {
  return WAYS.flatMap((way) => table[way])
}

/** The columns that a change needs. Columns that are kept are left out. */
export function changedColumnsOf(table: Table): string[] {
  return columnsOf({ ...table, keep: [] })
}
