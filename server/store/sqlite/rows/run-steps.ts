import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { columnsOf, type Table } from '#server/store/rows/table.ts'
import { changeOf, countOf, putOf, selectOf } from './row-sql.ts'

/** Runs steps to their end, in the transaction that is open. */
export type RunSteps = <Result>(steps: Steps<Result>) => Result

/** Answers each step at once: by statements that are made of the table's description and prepared when first needed. */
export function createSqliteRows(connection: DatabaseSync): RunSteps {
  const known = new Map<Table, TableStatements>()

  function statementsOf(table: Table): TableStatements {
    let statements = known.get(table)
    if (statements === undefined) {
      statements = createStatements(connection, table)
      known.set(table, statements)
    }
    return statements
  }

  function answer(step: Step): unknown {
    const statements = statementsOf(step.table)
    switch (step.kind) {
      case 'read':
        return statements.read(step.keys)
      case 'count':
        return statements.count(step.columns, step.keys)
      case 'put':
        return statements.put(step.rows)
      case 'change':
        return statements.change(step.rows)
    }
  }

  return (steps) => {
    let step = steps.next()
    while (!step.done) step = steps.next(answer(step.value))
    return step.value
  }
}

type TableStatements = ReturnType<typeof createStatements>

function createStatements(connection: DatabaseSync, table: Table) {
  const columns = columnsOf(table)
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
      return rows.map((row) => Number(statement.run(...valuesOf(row, columns)).changes) > 0)
    },
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
