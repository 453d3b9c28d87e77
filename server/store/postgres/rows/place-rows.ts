import type { Row } from './join-rows.ts'
import { FOUND_PLACE } from './row-sql.ts'
import type { Answer } from './sending.ts'

/** One row, or none, for each place from 1 on, which is the first value of each row. */
export function placeRows({ rows, fields }: Answer, quantity: number): (Row | undefined)[] {
  const placed = new Array<Row | undefined>(quantity).fill(undefined)
  for (const values of rows) placed[Number(values[0]) - 1] = toRow(fields, values, 1)
  return placed
}

/** Groups rows by place. They come in order. */
export function groupRows({ rows, fields }: Answer, quantity: number): Row[][] {
  const groups = Array.from({ length: quantity }, (): Row[] => [])
  const start = fields[1]?.name === FOUND_PLACE ? 2 : 1
  for (const values of rows) groups[Number(values[0]) - 1]?.push(toRow(fields, values, start))
  return groups
}

/** Converts rows without places. */
export function listRows({ rows, fields }: Answer): Row[] {
  return rows.map((values) => toRow(fields, values, 0))
}

function toRow(fields: Answer['fields'], values: readonly unknown[], start: number): Row {
  const row: Record<string, unknown> = {}
  for (let index = start; index < fields.length; index++) row[fields[index]?.name ?? ''] = values[index]
  return row
}
