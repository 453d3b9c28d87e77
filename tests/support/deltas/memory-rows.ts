import type { Query } from '#server/store/rows/query.ts'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { type Appended, type Table, valueColumnsOf } from '#server/store/rows/table.ts'

export type Row = Record<string, unknown>

/** What an SQL does, in our own words: it is given a table's rows and values, and answers as an engine would. */
export interface Twin {
  table: Table['name']
  answer(rows: Row[], values: Row): unknown
}

/**
 * Keeps rows in memory and joins them by the descriptions of their tables, without SQL, so that engines can be compared with
 * it. Without twins, queries find nothing.
 */
export function createMemoryRows(twins?: ReadonlyMap<Query, Twin>) {
  const tables = new Map<string, Map<string, Row>>()
  let lastId = 0

  function rowsOf(name: Table['name']): Map<string, Row> {
    const rows = tables.get(name) ?? new Map<string, Row>()
    tables.set(name, rows)
    return rows
  }

  function joinRow(table: Table, given: Row): void {
    const name = nameOf(table.key, given)
    const rows = rowsOf(table.name)
    const known = rows.get(name)
    rows.set(name, known === undefined ? { ...given } : { ...known, ...joined(table, known, given) })
  }

  function append({ name }: Appended, row: Row): number {
    lastId += 1
    rowsOf(name).set(nameOf(['id'], { id: lastId }), { ...row, id: lastId })
    return lastId
  }

  function answerTwin(query: Query, values: readonly Row[]): unknown[] {
    if (twins === undefined) return values.map(() => [])
    const twin = twins.get(query)
    if (twin === undefined) throw new Error(`Cannot answer: nothing says what this does: ${query.sql}`)
    return values.map((row) => twin.answer([...rowsOf(twin.table).values()], row))
  }

  function answer(step: Step): unknown {
    switch (step.kind) {
      case 'read':
        return (step.keys as Row[]).map((key) =>
          valuesOf(step.table, rowsOf(step.table.name).get(nameOf(step.table.key, key))),
        )
      case 'count':
        return (step.keys as Row[]).map(
          (key) =>
            [...rowsOf(step.table.name).values()].filter(
              (row) => nameOf(step.columns, row) === nameOf(step.columns, key),
            ).length,
        )
      case 'put':
        for (const row of step.rows as Row[]) joinRow(step.table, row)
        return undefined
      case 'change':
        return (step.rows as Row[]).map((row) => {
          const isKnown = rowsOf(step.table.name).has(nameOf(step.table.key, row))
          if (isKnown) joinRow(step.table, row)
          return isKnown
        })
      case 'insert':
        return (step.rows as Row[]).map((row) => append(step.table, row))
      case 'ask':
        return answerTwin(step.query, step.values as Row[])
      case 'run':
        return answerTwin(step.statement, step.values as Row[])
      case 'lock':
        return undefined
    }
  }

  return {
    run<Result>(steps: Steps<Result>): Result {
      let step = steps.next()
      while (!step.done) step = steps.next(answer(step.value))
      return step.value
    },
    insert(table: Table, row: Row): void {
      rowsOf(table.name).set(nameOf(table.key, row), row)
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
  for (const column of table.add) result[column] = sumOf(known[column], given[column])
  for (const column of table.least) result[column] = chosen(Math.min, known[column], given[column])
  for (const column of table.greatest) result[column] = chosen(Math.max, known[column], given[column])
  for (const column of table.replace) result[column] = given[column]
  return result
}

function sumOf(known: unknown, given: unknown): number | null {
  return known === null || given === null ? null : Number(known) + Number(given)
}

/** The given one where either is null, because a comparison with null does not hold. */
function chosen(choose: (a: number, b: number) => number, known: unknown, given: unknown): unknown {
  return known === null || given === null ? given : choose(Number(known), Number(given))
}

function nameOf(columns: readonly string[], row: Row): string {
  return JSON.stringify(columns.map((column) => row[column]))
}

function valuesOf(table: Table, row: Row | undefined): Row | undefined {
  return row && Object.fromEntries(valueColumnsOf(table).map((column) => [column, row[column] ?? null]))
}
