import type { Step, Steps } from '#server/store/rows/steps.ts'
import { type Table, valueColumnsOf } from '#server/store/rows/table.ts'

type Row = Record<string, unknown>

/** Rows in memory, joined as their tables say and not as any SQL does: what an engine is compared with. */
export function createMemoryRows() {
  const tables = new Map<string, Map<string, Row>>()

  function rowsOf({ name }: Pick<Table, 'name'>): Map<string, Row> {
    const rows = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, rows)
    return rows
  }

  function joinRow(table: Table, given: Row): void {
    const name = nameOf(table.key, given)
    const known = rowsOf(table).get(name)
    rowsOf(table).set(name, known === undefined ? { ...given } : { ...known, ...joined(table, known, given) })
  }

  function answer(step: Step): unknown {
    if (!('table' in step) || step.kind === 'insert')
      throw new Error(`Cannot ${step.kind}: no aggregate does`)
    const { table } = step
    switch (step.kind) {
      case 'read':
        return (step.keys as Row[]).map((key) => valuesOf(table, rowsOf(table).get(nameOf(table.key, key)))) // keys are rows
      case 'count':
        return (step.keys as Row[]).map(
          (key) =>
            [...rowsOf(table).values()].filter(
              (row) => nameOf(step.columns, row) === nameOf(step.columns, key),
            ).length,
        )
      case 'put':
        for (const row of step.rows as Row[]) joinRow(table, row)
        return undefined
      case 'change':
        return (step.rows as Row[]).map((row) => {
          const isKnown = rowsOf(table).has(nameOf(table.key, row))
          if (isKnown) joinRow(table, row)
          return isKnown
        })
    }
  }

  return {
    run<Result>(steps: Steps<Result>): Result {
      let step = steps.next()
      while (!step.done) step = steps.next(answer(step.value))
      return step.value
    },
    insert(table: Table, row: Row): void {
      rowsOf(table).set(nameOf(table.key, row), row)
    },
    /** All rows by their tables and keys, whatever order they came in. */
    list(): Row[] {
      const named = [...tables].flatMap(([table, rows]) =>
        Array.from(rows, ([key, row]) => ({ name: `${table} ${key}`, row: { table, ...row } })),
      )
      return named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ row }) => row)
    },
  }
}

function joined(table: Table, known: Row, given: Row): Row {
  const result: Row = {}
  for (const column of table.add) result[column] = Number(known[column]) + Number(given[column])
  for (const column of table.least) result[column] = Math.min(...numbersOf(known[column], given[column]))
  for (const column of table.greatest) result[column] = Math.max(...numbersOf(known[column], given[column]))
  for (const column of table.replace) result[column] = given[column]
  return result
}

function numbersOf(...values: unknown[]): number[] {
  return values.filter((value) => value !== null).map(Number)
}

function nameOf(columns: readonly string[], row: Row): string {
  return JSON.stringify(columns.map((column) => row[column]))
}

function valuesOf(table: Table, row: Row | undefined): Row | undefined {
  return row && Object.fromEntries(valueColumnsOf(table).map((column) => [column, row[column] ?? null]))
}
