import { toStorable } from '#server/store/postgres/values.ts'
import type { Table } from '#server/store/rows/table.ts'

export type Row = Readonly<Record<string, unknown>>

interface JoinedRows {
  /** The rows of one statement after the other. Each has a key once. */
  rounds: Row[][]
  /** The index of each given row's key in the first round. */
  places: number[]
}

/**
 * Joins the rows of a step that have the same key as if they were stored one after the other, because no statement changes
 * a row twice. They are in the order of their keys, so that all transactions lock them in the same order.
 */
export function joinRows(table: Table, given: readonly Row[]): JoinedRows {
  const rows = given.map((row) => withStorableKey(table, row))
  const rounds: Row[][] = []
  const places: number[] = []
  let last: Row | undefined
  let depth = 0
  for (const [place, row] of inOrder(table, rows)) {
    const hasKey = last !== undefined && compareKeys(table, last, row) === 0
    if (last !== undefined && hasKey && !forgetsKnown(table, last)) {
      last = join(table, last, row)
      rounds[depth]?.splice(-1, 1, last)
    } else {
      depth = hasKey ? depth + 1 : 0
      last = row
      const round = rounds[depth]
      if (round) round.push(row)
      else rounds.push([row])
    }
    places[place] = (rounds[0]?.length ?? 0) - 1
  }
  return { rounds, places }
}

/** Makes keys equal whose texts the server stores as the same text. */
function withStorableKey(table: Table, row: Row): Row {
  let storable = row
  for (const column of table.key) {
    const value = row[column]
    const stored = typeof value === 'string' ? toStorable(value) : value
    if (stored !== value) storable = { ...storable, [column]: stored }
  }
  return storable
}

/** Sorts rows by their keys. Rows with the same key keep their order. */
function inOrder(table: Table, rows: readonly Row[]): [place: number, row: Row][] {
  return [...rows.entries()].sort(([, a], [, b]) => compareKeys(table, a, b))
}

function compareKeys({ key }: Table, one: Row, other: Row): number {
  for (const column of key) {
    const [a, b] = [one[column], other[column]] as [number, number] | [string, string] // keys are never null
    if (a < b) return -1
    if (a > b) return 1
  }
  return 0
}

/** Whether a row has a null that the SQL replaces by the next value, because a comparison with null does not hold. */
function forgetsKnown({ least, greatest }: Table, row: Row): boolean {
  return [...least, ...greatest].some((column) => row[column] === null)
}

/** Joins two rows as the statements of `server/store/rows/joinings.ts` do. */
function join({ add, least, greatest, replace }: Table, known: Row, given: Row): Row {
  const joined: Record<string, unknown> = { ...known }
  const pairOf = (column: string) => [known[column], given[column]] as [number | null, number | null] // the table says so
  for (const column of add) {
    const [a, b] = pairOf(column)
    joined[column] = a === null || b === null ? null : a + b
  }
  for (const column of least) {
    const [a, b] = pairOf(column)
    joined[column] = a !== null && b !== null && a < b ? a : b
  }
  for (const column of greatest) {
    const [a, b] = pairOf(column)
    joined[column] = a !== null && b !== null && a > b ? a : b
  }
  for (const column of replace) joined[column] = given[column]
  return joined
}
