import type { DatabaseSync } from 'node:sqlite'
import type { Key, KeyRange, MovedTable } from '#server/store/move/side.ts'
import { keyOf } from '#server/store/move/take-part.ts'
import { type ReadRow, readRows } from './read-rows.ts'

const EVERYTHING: KeyRange = { after: undefined, to: undefined }

/**
 * Reads tables in the order that their rows have on PostgreSQL. A key with a NUL, which early versions stored, is another key
 * there, so its row comes where the new key belongs: a range must have the same rows in both databases. Such rows are looked
 * for once, because nothing stores them any more.
 */
export function createOrderedReader(connection: DatabaseSync) {
  const misplacedRows = new Map<string, ReadRow[]>()

  function listMisplaced(table: MovedTable, condition: string): ReadRow[] {
    const known = misplacedRows.get(table.name)
    if (known !== undefined) return known
    const rows = [...readRows(connection, table, EVERYTHING, condition)].sort((a, b) =>
      compareKeys(keyOf(table, a.values), keyOf(table, b.values)),
    )
    misplacedRows.set(table.name, rows)
    return rows
  }

  return function* readInOrder(table: MovedTable, range: KeyRange): Generator<ReadRow> {
    const hasNul = keysWithNul(table)
    const all = hasNul === undefined ? [] : listMisplaced(table, `(${hasNul})`)
    if (all.length === 0) return yield* readRows(connection, table, range)
    const misplaced = all.filter(({ values }) => isWithin(keyOf(table, values), range))
    yield* merge(table, readRows(connection, table, range, `not (${hasNul})`), misplaced)
  }
}

function keysWithNul({ columns, key }: MovedTable): string | undefined {
  const texts = columns.filter(({ name, type }) => type === 'text' && key.includes(name))
  if (texts.length === 0) return undefined
  return texts.map(({ name }) => `instr("${name}", char(0)) > 0`).join(' or ')
}

function* merge(
  table: MovedTable,
  rows: Iterable<ReadRow>,
  misplaced: readonly ReadRow[],
): Generator<ReadRow> {
  let last: Key | undefined
  let place = 0
  function* next(row: ReadRow) {
    const key = keyOf(table, row.values)
    if (last !== undefined && compareKeys(last, key) === 0) throw collision(table, key)
    last = key
    yield row
  }
  for (const row of rows) {
    for (let other = misplaced[place]; other && compare(table, other, row) <= 0; other = misplaced[++place]) {
      yield* next(other)
    }
    yield* next(row)
  }
  for (const other of misplaced.slice(place)) yield* next(other)
}

function collision(table: MovedTable, key: Key): Error {
  return new Error(
    `Cannot copy ${table.name}: PostgreSQL stores no NUL, and without it two rows have the key ${JSON.stringify(key)}`,
  )
}

function isWithin(key: Key, { after, to }: KeyRange): boolean {
  return (
    (after === undefined || compareKeys(after, key) < 0) && (to === undefined || compareKeys(key, to) <= 0)
  )
}

function compare(table: MovedTable, one: ReadRow, other: ReadRow): number {
  return compareKeys(keyOf(table, one.values), keyOf(table, other.values))
}

/** By bytes, as both engines compare texts. JavaScript would compare the halves of surrogate pairs. */
function compareKeys(one: Key, other: Key): number {
  for (const [place, a] of one.entries()) {
    const b = other[place]
    if (typeof a === 'number' && typeof b === 'number' && a !== b) return a - b
    const order = Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
    if (order !== 0) return order
  }
  return 0
}
