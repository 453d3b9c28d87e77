import { addRows, emptySum } from './row-sum.ts'
import type { Key, KeyRange, MovedTable, MoveSide, RangeSum, Values } from './side.ts'

/** A part is copied in one transaction, and is in memory until then. */
export interface PartLimits {
  rows: number
  bytes: number
}

export const PART_LIMITS: PartLimits = { rows: 20_000, bytes: 16 * 2 ** 20 }

export interface TakenPart {
  rows: Values[]
  replaced: number
  /** Whether no row of the range comes after these. */
  isWhole: boolean
}

/** Reads the first rows of a range, as many as one part has. */
export async function takePart(
  side: MoveSide,
  table: MovedTable,
  range: KeyRange,
  limits: PartLimits,
): Promise<TakenPart> {
  const part: TakenPart = { rows: [], replaced: 0, isWhole: true }
  let bytes = 0
  for await (const page of side.readRows(table, range, limits.rows)) {
    for (const values of page.rows) part.rows.push(values)
    part.replaced += page.replaced
    bytes += sizeOf(page.rows)
    if (part.rows.length >= limits.rows || bytes >= limits.bytes) return { ...part, isWhole: false }
  }
  return part
}

/** The bytes of texts and blobs, about. */
export function sizeOf(rows: readonly Values[]): number {
  let bytes = 0
  for (const values of rows) {
    for (const value of values) {
      if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length
    }
  }
  return bytes
}

export async function sumOfRange(side: MoveSide, table: MovedTable, range: KeyRange): Promise<RangeSum> {
  const sum = emptySum()
  for await (const page of side.readRows(table, range)) addRows(sum, page.rows)
  return sum
}

export function keyOf({ columns, key }: MovedTable, values: Values): Key {
  const names = columns.map(({ name }) => name)
  return key.map((name) => values[names.indexOf(name)] as number | string) // keys are never null, nor bytes
}
