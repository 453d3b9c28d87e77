/** The types of a query's values, which may be null. */
interface ValueTypes {
  integer: number | null
  real: number | null
  text: string | null
  bytes: Uint8Array | null
}

export type ValueType = keyof ValueTypes
type Types = Readonly<Record<string, ValueType>>
type ValuesOf<Of extends Types> = { [Name in keyof Of]: ValueTypes[Of[Name]] }

/**
 * SQL that both engines take and no table's description says, with `:name` for each of its values. It is asked, or run, for
 * many sets of values at once.
 */
export interface Query<Values extends object = object, Row extends object = object> {
  readonly sql: string
  /** The types of the values, in the order in which the engine gets them. */
  readonly types: Readonly<Record<string, ValueType>>
  /** These are never there, and let the compiler tell two queries apart. */
  readonly of?: { values: Values; row: Row }
}

const VALUE = /:([a-z_]+)/g

/** A query with these values: `queryOf({ project_id: 'integer' })<{ name: string }>('select name from …')`. */
export function queryOf<const Of extends Types>(types: Of) {
  return <Row extends object = never>(sql: string): Query<ValuesOf<Of>, Row> => ({ sql, types })
}

/** The SQL with what `place` gives for each value, by its name and its number from 1 on. */
export function fillValues({ sql, types }: Query, place: (name: string, number: number) => string): string {
  const names = Object.keys(types)
  return sql.replaceAll(VALUE, (_text, name: string) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`Cannot prepare query: it has no value ${name}`)
    return place(name, index + 1)
  })
}
