import { createHash, hash } from 'node:crypto'
import type { RangeSum, Values } from './side.ts'

const MASK = 2n ** 64n - 1n

export function emptySum(): RangeSum {
  return { rows: 0, hash: 0n }
}

export function addRows(sum: RangeSum, rows: readonly Values[]): void {
  sum.rows += rows.length
  for (const values of rows) sum.hash = (sum.hash + hashOf(values)) & MASK
}

export function sumOf(rows: readonly Values[]): RangeSum {
  const sum = emptySum()
  addRows(sum, rows)
  return sum
}

export function isSameSum(one: RangeSum, other: RangeSum): boolean {
  return one.rows === other.rows && one.hash === other.hash
}

/** The first eight bytes of a hash. Bytes follow the other values, in which their length is. */
function hashOf(values: Values): bigint {
  const bytes: Uint8Array[] = []
  const plain = values.map((value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (!(value instanceof Uint8Array)) return value
    bytes.push(value)
    return [value.length]
  })
  const text = JSON.stringify(plain)
  if (bytes.length === 0) return hash('sha256', text, 'buffer').readBigUInt64BE()
  const whole = createHash('sha256').update(text)
  for (const each of bytes) whole.update(each)
  return whole.digest().readBigUInt64BE()
}
