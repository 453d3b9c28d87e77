/** A file's bytes as a text, and back to the same encoding. */
export interface FileText {
  text: string
  encode(text: string): Uint8Array
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()
const UTF8_MARK = [0xef, 0xbb, 0xbf]
const LITTLE_MARK = [0xff, 0xfe]
const BIG_MARK = [0xfe, 0xff]

/** Pictures, archives, programs and dumps say what they are. */
const BINARY = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'PK\x03\x04',
  '\x1f\x8b',
  'MDMP',
  '\x7fELF',
  '%PDF-',
  'RIFF',
]

/**
 * UTF-8, UTF-16 with and without its mark, and for what is neither, Latin-1: it has a character for each byte, so that a
 * wrong one goes back as it came. Undefined for what is no text.
 */
export function readFileText(bytes: Uint8Array): FileText | undefined {
  if (beginsWith(bytes, LITTLE_MARK)) return utf16(bytes, 2, true)
  if (beginsWith(bytes, BIG_MARK)) return utf16(bytes, 2, false)
  const order = byteOrderOf(bytes)
  if (order !== undefined) return utf16(bytes, 0, order === 'little')
  if (!isText(bytes)) return undefined
  const mark = beginsWith(bytes, UTF8_MARK) ? UTF8_MARK.length : 0
  return readUtf8(bytes, mark) ?? readLatin1(bytes)
}

function readUtf8(bytes: Uint8Array, mark: number): FileText | undefined {
  try {
    const text = utf8.decode(bytes.subarray(mark))
    return { text, encode: (given) => joined(bytes.subarray(0, mark), encoder.encode(given)) }
  } catch {
    return undefined
  }
}

function readLatin1(bytes: Uint8Array): FileText {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return { text, encode: (given) => new Uint8Array(Buffer.from(given, 'latin1')) }
}

/** An odd byte at the end is no character, and stays as it is. */
function utf16(bytes: Uint8Array, mark: number, isLittle: boolean): FileText {
  const end = bytes.length - ((bytes.length - mark) % 2)
  const copy = Buffer.from(bytes.subarray(mark, end))
  const text = (isLittle ? copy : copy.swap16()).toString('utf16le')
  return {
    text,
    encode(given) {
      const units = Buffer.from(given, 'utf16le')
      return joined(bytes.subarray(0, mark), isLittle ? units : units.swap16(), bytes.subarray(end))
    },
  }
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

const MOST_LOOKED_AT = 4_096

/** UTF-16 without a mark: every other byte of most texts is zero, and hardly one of those between. */
function byteOrderOf(bytes: Uint8Array): 'little' | 'big' | undefined {
  const pairs = Math.floor(Math.min(bytes.length, MOST_LOOKED_AT) / 2)
  if (pairs < 4) return undefined
  let first = 0
  let second = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[2 * pair] === 0) first++
    if (bytes[2 * pair + 1] === 0) second++
  }
  if (second > pairs / 2 && first <= pairs / 32) return 'little'
  return first > pairs / 2 && second <= pairs / 32 ? 'big' : undefined
}

/** Control codes are rare in texts, but for NUL, which stands between a process's variables. */
function isText(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (BINARY.some((mark) => head.startsWith(mark))) return false
  let controls = 0
  let zeros = 0
  for (const byte of bytes) {
    if (byte === 0) zeros++
    else if (IS_CONTROL[byte] === 1) controls++
  }
  return controls <= 1 + bytes.length / 64 && zeros <= 1 + bytes.length / 8
}

/** Tabs, line breaks and the escape of colours are a text's. */
const IS_CONTROL = new Uint8Array(256)
for (let byte = 1; byte < 32; byte++) if (![9, 10, 12, 13, 27].includes(byte)) IS_CONTROL[byte] = 1

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}
