import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'

/** Reads numbers of a dump, or of a part of it, and refuses every offset that is outside. */
export interface DumpReader {
  length: number
  u16(at: number): number
  u32(at: number): number
  u64(at: number): bigint
  bytes(at: number, length: number): Uint8Array
  /** `what` is named in the refusal of what is read there. */
  part(at: number, size: number, what: string): DumpReader
  /** A text with its length before it: https://learn.microsoft.com/en-us/windows/win32/api/minidumpapiset/ns-minidumpapiset-minidump_string */
  text(at: number): string
}

/** Paths of Windows have 32,767 characters at most, and those of others are shorter. */
const LONGEST_TEXT_BYTES = 65_536

export function refusedDump(what: string): RefusedItem {
  return new RefusedItem(400, 'invalid_minidump', `Cannot read minidump: ${what}`)
}

export function readDumpBytes(bytes: Uint8Array, what = 'it'): DumpReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  function check(at: number, length: number): void {
    if (at + length > bytes.length) throw refusedDump(`${what} ends too early, or points outside`)
  }
  const reader: DumpReader = {
    length: bytes.length,
    u16(at) {
      check(at, 2)
      return view.getUint16(at, true)
    },
    u32(at) {
      check(at, 4)
      return view.getUint32(at, true)
    },
    u64(at) {
      check(at, 8)
      return view.getBigUint64(at, true)
    },
    bytes(at, length) {
      check(at, length)
      return bytes.subarray(at, at + length)
    },
    part: (at, size, name) => readDumpBytes(reader.bytes(at, size), name),
    text(at) {
      const size = reader.u32(at)
      const text = reader.bytes(at + 4, size).subarray(0, LONGEST_TEXT_BYTES)
      return Buffer.from(text).toString('utf16le').replace(/\0.*/s, '')
    },
  }
  return reader
}
