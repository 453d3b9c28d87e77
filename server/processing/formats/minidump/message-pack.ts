/** Bytes that are no MessagePack, or nested too deep. */
class MalformedMessagePack extends Error {}

/** Events have a few thousand, and a file's worth of the smallest would take a second. */
const MOST_VALUES = 100_000

/** What was read before the end, or before the first value that cannot be read. */
export interface MessagePackValues {
  values: unknown[]
  isWhole: boolean
}

/**
 * Reads values that follow each other, as members of JSON: https://github.com/msgpack/msgpack/blob/master/spec.md
 * A list grows by what is read and not by the length that it says, and 100,000 values are read at most, so the work is bounded.
 * Lists and maps may be nested to `depth`.
 */
export function parseMessagePack(bytes: Uint8Array, depth: number): MessagePackValues {
  const reader = createReader(bytes)
  const values: unknown[] = []
  while (!reader.isDone()) {
    try {
      values.push(reader.value(depth))
    } catch (error) {
      if (!(error instanceof MalformedMessagePack)) throw error
      return { values, isWhole: false }
    }
  }
  return { values, isWhole: true }
}

interface Reader {
  isDone(): boolean
  /** Recurses no deeper than `depth`. */
  value(depth: number): unknown
}

function createReader(bytes: Uint8Array): Reader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  let count = 0

  /** Where the next `length` bytes begin; they are read then. */
  function take(length: number): number {
    if (length > buffer.length - at) throw new MalformedMessagePack('It ends too early')
    at += length
    return at - length
  }
  const unsigned = (size: number) => buffer.readUIntBE(take(size), size)
  const signed = (size: number) => buffer.readIntBE(take(size), size)
  const text = (length: number) => {
    const start = take(length)
    return buffer.toString('utf8', start, start + length)
  }
  function nothing(length: number): null {
    take(length)
    return null
  }
  function list(length: number, depth: number): unknown[] {
    const members: unknown[] = []
    for (let index = 0; index < length; index++) members.push(value(depth))
    return members
  }
  function map(length: number, depth: number): object {
    const members: [string, unknown][] = []
    for (let index = 0; index < length; index++) {
      const name = value(depth)
      if (typeof name === 'object' && name !== null) throw new MalformedMessagePack('A name is no text')
      members.push([String(name), value(depth)])
    }
    return Object.fromEntries(members) // so that `__proto__` is a member like others
  }
  function value(depth: number): unknown {
    if (++count > MOST_VALUES) throw new MalformedMessagePack('It has too many values')
    const head = unsigned(1)
    if (head < 0x80) return head
    if (head >= 0xe0) return head - 0x100
    if (head >= 0xa0 && head < 0xc0) return text(head & 0x1f)
    if (depth === 0 && holdsValues(head)) throw new MalformedMessagePack('It is nested too deep')
    if (head < 0x90) return map(head & 0x0f, depth - 1)
    if (head < 0xa0) return list(head & 0x0f, depth - 1)
    return withLength(head, depth - 1)
  }
  function withLength(head: number, depth: number): unknown {
    switch (head) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xca:
        return buffer.readFloatBE(take(4))
      case 0xcb:
        return buffer.readDoubleBE(take(8))
      case 0xcc:
      case 0xcd:
      case 0xce:
        return unsigned(2 ** (head - 0xcc))
      case 0xcf:
        return Number(buffer.readBigUInt64BE(take(8)))
      case 0xd0:
      case 0xd1:
      case 0xd2:
        return signed(2 ** (head - 0xd0))
      case 0xd3:
        return Number(buffer.readBigInt64BE(take(8)))
      case 0xc4:
      case 0xc5:
      case 0xc6: // bytes, which JSON has as a text
        return text(unsigned(2 ** (head - 0xc4)))
      case 0xd9:
      case 0xda:
      case 0xdb:
        return text(unsigned(2 ** (head - 0xd9)))
      case 0xdc:
      case 0xdd:
        return list(unsigned(head === 0xdc ? 2 : 4), depth)
      case 0xde:
      case 0xdf:
        return map(unsigned(head === 0xde ? 2 : 4), depth)
      case 0xc7:
      case 0xc8:
      case 0xc9: // an application's own type: its byte, and its content
        return nothing(unsigned(2 ** (head - 0xc7)) + 1)
      case 0xc1:
        throw new MalformedMessagePack('A byte begins no value')
      default: // 0xd4 to 0xd8, the same with lengths of 1, 2, 4, 8 and 16
        return nothing(2 ** (head - 0xd4) + 1)
    }
  }
  return { isDone: () => at === buffer.length, value }
}

/** Whether a value that begins so is a list or a map. */
function holdsValues(head: number): boolean {
  return head < 0xa0 || (head >= 0xdc && head <= 0xdf)
}
