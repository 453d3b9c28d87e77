import type { ClientBase } from 'pg'
import type { Query } from '#server/store/rows/query.ts'
import type { Appended, Table } from '#server/store/rows/table.ts'
import { type ColumnTypes, readColumnTypes } from './column-types.ts'
import { withDerived } from './derived-columns.ts'
import { createPlanAges } from './plan-ages.ts'
import { createRowIds, type RowIds } from './row-ids.ts'
import { askOf, changeOf, countOf, insertOf, oneOf, putOf, type RowStatement, readOf } from './row-sql.ts'

/** Facts about the tables that all connections of a process share. */
export interface RowFacts {
  statements: ReturnType<typeof createStatements>
  ids: RowIds
  isTimeToPlan: ReturnType<typeof createPlanAges>
}

/** Reads the facts that steps need. They do not change while a process runs. */
export async function readRowFacts(client: ClientBase): Promise<RowFacts> {
  const statements = createStatements(await readColumnTypes(client))
  return { statements, ids: createRowIds(), isTimeToPlan: createPlanAges() }
}

/** Makes each statement when it is first needed. */
function createStatements(types: ColumnTypes) {
  const counts = remember((_table: Table) => new Map<string, RowStatement>())
  return {
    read: remember((table: Table) => readOf(types, table)),
    put: remember((table: Table) => putOf(types, withDerived(table))),
    change: remember((table: Table) => changeOf(types, withDerived(table))),
    insert: remember((table: Appended) => insertOf(types, table)),
    ask: remember(askOf),
    one: remember(oneOf),
    count(table: Table, columns: readonly string[]): RowStatement {
      const known = counts(table)
      const statement = known.get(columns.join()) ?? countOf(types, table, columns)
      known.set(columns.join(), statement)
      return statement
    },
  }
}

/** Makes a value for each key when it is first asked for. */
function remember<Key extends Table | Appended | Query, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
