import { toStorable } from '#server/store/postgres/values.ts'
import type { ColumnType } from './column-types.ts'

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
const OID = { bigint: 20, 'double precision': 701, text: 25, bytea: 17 } as const

/** The header has dimensions, a flag for nulls, the type of the elements, their number, and the index of the first one. */
const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NUMBER_BYTES = 8
/** Placeholder for the length of a text. */
const NO_LENGTH = ' '.repeat(LENGTH_BYTES)

/**
 * Values as the server receives an array in binary (array_recv()). Nothing in it is escaped, or looked through for what
 * would have to be, and bytes are not written as hex.
 */
export function encodeArray(type: ColumnType, values: readonly unknown[]): Buffer {
  switch (type) {
    case 'bigint':
      return encodeNumbers(OID.bigint, values, writeInteger)
    case 'double precision':
      return encodeNumbers(OID['double precision'], values, (view, at, value) => view.setFloat64(at, value))
    case 'bytea':
      return encodeBytes(values)
    case 'text':
    case 'tsvector': // the statement reads it from its text
      return encodeTexts(values)
  }
}

function encodeNumbers(
  oid: number,
  values: readonly unknown[],
  write: (view: DataView, at: number, value: number) => void,
): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + NUMBER_BYTES))
  const view = viewOf(array)
  let end = HEADER_BYTES
  for (const value of values) {
    if (typeof value !== 'number' && value !== null) throw wrong('number', value)
    const isNull = value === null || Number.isNaN(value) // SQLite has no NaN, and takes null for it
    view.setInt32(end, isNull ? -1 : NUMBER_BYTES)
    end += LENGTH_BYTES
    if (isNull) continue
    write(view, end, value)
    end += NUMBER_BYTES
  }
  writeHeader(view, oid, values)
  return array.subarray(0, end)
}

function writeInteger(view: DataView, at: number, value: number): void {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`Cannot store number: ${value} is not a safe integer`)
  }
  const high = Math.floor(value / 2 ** 32)
  view.setInt32(at, high)
  view.setUint32(at + 4, value - high * 2 ** 32)
}

function encodeBytes(values: readonly unknown[], oid: number = OID.bytea): Buffer {
  let size = HEADER_BYTES
  for (const value of values) {
    if (!(value instanceof Uint8Array) && value !== null) throw wrong('bytes', value)
    size += LENGTH_BYTES + (value?.length ?? 0)
  }
  const array = Buffer.allocUnsafe(size)
  const view = viewOf(array)
  let end = HEADER_BYTES
  for (const value of values as readonly (Uint8Array | null)[]) {
    // as checked above
    view.setInt32(end, value?.length ?? -1)
    end += LENGTH_BYTES
    if (value === null) continue
    array.set(value, end)
    end += value.length
  }
  writeHeader(view, oid, values)
  return array
}

/** All at once where every character is one byte: a call for each text takes longer than what it writes. */
function encodeTexts(values: readonly unknown[]): Buffer {
  for (const value of values) if (typeof value !== 'string' && value !== null) throw wrong('text', value)
  const texts = values as readonly (string | null)[] // as checked above
  const joined = NO_LENGTH + texts.join(NO_LENGTH) // null is an empty text there
  if (Buffer.byteLength(joined) !== joined.length || joined.includes('\0')) return encodeEachText(texts)
  const array = Buffer.allocUnsafe(HEADER_BYTES + joined.length)
  array.write(joined, HEADER_BYTES, 'latin1')
  const view = viewOf(array)
  let end = HEADER_BYTES
  for (const text of texts) {
    view.setInt32(end, text?.length ?? -1)
    end += LENGTH_BYTES + (text?.length ?? 0)
  }
  writeHeader(view, OID.text, values)
  return array
}

function encodeEachText(texts: readonly (string | null)[]): Buffer {
  return encodeBytes(
    texts.map((text) => (text === null ? null : Buffer.from(toStorable(text)))),
    OID.text,
  )
}

function writeHeader(view: DataView, oid: number, values: readonly unknown[]): void {
  for (const [place, part] of [1, 1, oid, values.length, 1].entries()) view.setInt32(place * 4, part)
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function wrong(wanted: string, value: unknown): TypeError {
  return new TypeError(`Cannot store ${wanted}: it is of type ${typeof value}`)
}
