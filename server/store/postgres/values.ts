import type { CustomTypesConfig } from 'pg'

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  float4: 700,
  float8: 701,
  numeric: 1700,
} as const

const PARSERS = new Map<number, (text: string) => unknown>([
  [OID.bool, (text) => (text === 't' ? 1 : 0)],
  [OID.bytea, parseBytes],
  [OID.int8, parseInteger],
  [OID.int2, Number],
  [OID.int4, Number],
  [OID.float4, Number],
  [OID.float8, Number],
  [OID.numeric, Number], // of sum() and avg() over integers
])

/** Values as `node:sqlite` gives them, so that what reads them need not know the engine. */
export const valueTypes: CustomTypesConfig = {
  // pg names an oid by the type of its own list, which has those above
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? ((text: string) => text),
}

/** Throws where a number can't be told from its neighbours, as `node:sqlite` does. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`Cannot read an integer: ${text} is too large for a number`)
  }
  return value
}

/** Of `\x00ff`. A `Buffer` would be written as JSON, compared and hashed otherwise than an array of bytes. */
function parseBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}

/**
 * A parameter as the server takes it. No text there contains a NUL or half of a surrogate pair, so none is equal to a
 * text with one, and none is once it has a sign in its place that stands for what cannot be read.
 */
export function toParameter(value: unknown): unknown {
  return typeof value === 'string' ? toStorable(value) : value
}

export function toStorable(text: string): string {
  const isStorable = !text.includes('\0') && text.isWellFormed() // which takes a fourth of the time
  return isStorable ? text : text.replaceAll('\0', '\uFFFD').toWellFormed()
}
