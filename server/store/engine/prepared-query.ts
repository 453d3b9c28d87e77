import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/store/schema/schema.ts'

/** Stands for a value, or for one of a list, while its query is compiled. */
class Placeholder {
  readonly name: PropertyKey
  readonly index: number | undefined
  constructor(name: PropertyKey, index?: number) {
    this.name = name
    this.index = index
  }

  valueIn(values: object): unknown {
    const value: unknown = Reflect.get(values, this.name)
    return this.index !== undefined && Array.isArray(value) ? value[this.index] : value
  }
}

/** A query, given its values. */
export type QueryOf<Values, Row> = (db: Kysely<Database>, values: Values) => CompiledQuery<Row>

/**
 * A query that is built and compiled once and given other values each time: building takes Kysely about as long as the
 * answer takes SQLite. `build` may only hand its values on to Kysely, each where a value can stand.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): QueryOf<Values, Row> {
  return compileWith(build, placeholders<Values>())
}

function compileWith<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
  standIns: Values,
): QueryOf<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return (db, values) => {
    const place = placeOf(db)
    let query = compiled.get(place)
    if (query === undefined) {
      query = build(db, standIns).compile()
      compiled.set(place, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    )
    return { ...query, parameters }
  }
}

/** A database's transactions are new each time, and compile as it does, unless they are limited to some projects. */
function placeOf(db: Kysely<Database>): object {
  const { adapter, plugins } = db.getExecutor()
  return plugins.length === 0 ? adapter : db
}

/** A query that is compiled once and run with other values each time. */
export function prepareQuery<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  const query = compileOnce(build)
  return async (db, values) => (await db.executeQuery<Row>(query(db, values))).rows
}

/** A compiled query takes some 20 kB if its lists are long. */
const MOST_TEXTS = 200

/**
 * A query whose text depends on which of its values are undefined, on how long its lists are, and on `shape`, which is plain
 * data. It is compiled once for each of these texts.
 */
export function prepareByShape<Values extends object, Row, Shape = void>(
  build: (db: Kysely<Database>, values: Values, shape: Shape) => Compilable<Row>,
): (db: Kysely<Database>, values: Values, shape: Shape) => Promise<Row[]> {
  const queries = new LRUCache<string, QueryOf<Values, Row>>({ max: MOST_TEXTS })
  return async (db, values, shape) => {
    const key = JSON.stringify([shape, Object.entries(values).map(([name, value]) => [name, sizeOf(value)])])
    let query = queries.get(key)
    if (query === undefined) {
      query = compileWith((place, standIns) => build(place, standIns, shape), standInsOf(values))
      queries.set(key, query)
    }
    return (await db.executeQuery<Row>(query(db, values))).rows
  }
}

/** Returns the length of a list, null for undefined, and -1 for any other value. */
function sizeOf(value: unknown): number | null {
  if (value === undefined) return null
  return Array.isArray(value) ? value.length : -1
}

function standInsOf<Values extends object>(values: Values): Values {
  const standInOf = (name: string, value: unknown) => {
    if (value === undefined) return undefined
    return Array.isArray(value)
      ? value.map((_, index) => new Placeholder(name, index))
      : new Placeholder(name)
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, standInOf(name, value)]),
  ) as Values // of the same shape
}

function placeholders<Values extends object>(): Values {
  // whatever is read of it is a placeholder
  return new Proxy({}, { get: (_target, name) => new Placeholder(name) }) as Values
}
