import { toStorable } from '#server/store/postgres/values.ts'
import type { ColumnType } from './column-types.ts'

/** How the server reads a value in binary, without its length. */
interface Encoding {
  /** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
  oid: number
  sizeOf(value: unknown): number
  write(array: Buffer, value: unknown, at: number): void
}

const TEXT: Encoding = {
  oid: 25,
  sizeOf: (value) => Buffer.byteLength(textOf(value)),
  write: (array, value, at) => void array.write(textOf(value), at),
}

const ENCODINGS: Record<ColumnType, Encoding> = {
  bigint: { oid: 20, sizeOf: () => 8, write: writeInteger },
  'double precision': {
    oid: 701,
    sizeOf: () => 8,
    write: (array, value, at) => void array.writeDoubleBE(numberOf(value), at),
  },
  text: TEXT,
  bytea: {
    oid: 17,
    sizeOf: (value) => bytesOf(value).length,
    write: (array, value, at) => array.set(bytesOf(value), at),
  },
  tsvector: TEXT, // the statement reads it from its text
}

/** Dimensions, whether there are nulls, what is in it, how many, and the first one's number. */
const HEADER_BYTES = 20
const LENGTH_BYTES = 4

/**
 * Values as the server receives an array in binary (array_recv()). Nothing in it is escaped, or looked through for what
 * would have to be, and bytes are not written as hex.
 */
export function encodeArray(type: ColumnType, values: readonly unknown[]): Buffer {
  const { oid, sizeOf, write } = ENCODINGS[type]
  const sizes = values.map((value) => (isNull(value) ? -1 : sizeOf(value)))
  const total = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(0, size), HEADER_BYTES)
  const array = Buffer.allocUnsafe(total)
  let end = 0
  for (const part of [1, sizes.includes(-1) ? 1 : 0, oid, values.length, 1]) {
    end = array.writeInt32BE(part, end)
  }
  for (const [index, size] of sizes.entries()) {
    end = array.writeInt32BE(size, end)
    if (size < 0) continue
    write(array, values[index], end)
    end += size
  }
  return array
}

/** SQLite has no NaN, and takes null for it. */
function isNull(value: unknown): boolean {
  return value === null || Number.isNaN(value)
}

function writeInteger(array: Buffer, value: unknown, at: number): void {
  const integer = numberOf(value)
  if (!Number.isSafeInteger(integer))
    throw new RangeError(`Cannot store number: ${integer} is not a safe integer`)
  const high = Math.floor(integer / 2 ** 32)
  array.writeInt32BE(high, at)
  array.writeUInt32BE(integer - high * 2 ** 32, at + 4)
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  throw new TypeError(`Cannot store number: it is of type ${typeof value}`)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return toStorable(value)
  throw new TypeError(`Cannot store text: it is of type ${typeof value}`)
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError(`Cannot store bytes: they are of type ${typeof value}`)
}
