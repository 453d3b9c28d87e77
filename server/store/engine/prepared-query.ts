import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Stands for a value while its query is compiled. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
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
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return (db, values) => {
    const place = placeOf(db)
    let query = compiled.get(place)
    if (query === undefined) {
      query = build(db, placeholders<Values>()).compile()
      compiled.set(place, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
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

function placeholders<Values extends object>(): Values {
  // whatever is read of it is a placeholder
  return new Proxy({}, { get: (_target, name) => new Placeholder(name) }) as Values
}
