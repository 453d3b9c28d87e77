import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { fillValues, type Query } from '#server/store/rows/query.ts'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { type Appended, changedColumnsOf, columnsOf, type Table } from '#server/store/rows/table.ts'
import { changeOf, countOf, insertOf, putOf, selectOf } from './row-sql.ts'

/** Runs steps to their end, in the transaction that is open. */
export type RunSteps = <Result>(steps: Steps<Result>) => Result

/** Answers each step at once: by statements that are made of the table's description and prepared when first needed. */
export function createSqliteRows(connection: DatabaseSync): RunSteps {
  const statementsOf = remember((table: Table) => createStatements(connection, table))
  const inserting = remember((table: Appended) => connection.prepare(insertOf(table)))
  const preparing = remember((query: Query) =>
    connection.prepare(fillValues(query, (_name, number) => `?${number}`)),
  )

  function insertRows(table: Appended, rows: readonly object[]): number[] {
    const statement = inserting(table)
    return rows.map((row) => Number(statement.run(...valuesOf(row, table.columns)).lastInsertRowid))
  }

  function answer(step: Step): unknown {
    switch (step.kind) {
      case 'read':
        return statementsOf(step.table).read(step.keys)
      case 'count':
        return statementsOf(step.table).count(step.columns, step.keys)
      case 'put':
        return statementsOf(step.table).put(step.rows)
      case 'change':
        return statementsOf(step.table).change(step.rows)
      case 'insert':
        return insertRows(step.table, step.rows)
      case 'ask': {
        const [statement, names] = [preparing(step.query), Object.keys(step.query.types)]
        return step.values.map((values) => statement.all(...valuesOf(values, names)))
      }
      case 'run': {
        const [statement, names] = [preparing(step.statement), Object.keys(step.statement.types)]
        return step.values.map((values) => Number(statement.run(...valuesOf(values, names)).changes))
      }
      case 'lock':
        return undefined // a transaction has the whole database
    }
  }

  return (steps) => {
    let step = steps.next()
    while (!step.done) step = steps.next(answer(step.value))
    return step.value
  }
}

function createStatements(connection: DatabaseSync, table: Table) {
  const columns = columnsOf(table)
  const changed = changedColumnsOf(table)
  const select = once(() => connection.prepare(selectOf(table)))
  const put = once(() => connection.prepare(putOf(table)))
  const change = once(() => connection.prepare(changeOf(table)))
  const counts = new Map<string, StatementSync>()

  function countBy(named: readonly string[]): StatementSync {
    const statement = counts.get(named.join()) ?? connection.prepare(countOf(table, named))
    counts.set(named.join(), statement)
    return statement
  }

  return {
    read: (keys: readonly object[]) => keys.map((key) => select().get(...valuesOf(key, table.key))),
    count(named: readonly string[], keys: readonly object[]) {
      const statement = countBy(named)
      return keys.map((key) => Number(statement.get(...valuesOf(key, named))?.quantity))
    },
    put(rows: readonly object[]): void {
      const statement = put()
      for (const row of rows) statement.run(...valuesOf(row, columns))
    },
    change(rows: readonly object[]) {
      const statement = change()
      return rows.map((row) => Number(statement.run(...valuesOf(row, changed)).changes) > 0)
    },
  }
}

/** Makes a value for each key when it is first asked for. */
function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

function valuesOf(row: object, columns: readonly string[]): SQLInputValue[] {
  const named = row as Record<string, SQLInputValue> // the table's type says so of its columns
  const values: SQLInputValue[] = []
  for (const column of columns) values.push(named[column] as SQLInputValue) // it has all of them
  return values
}
