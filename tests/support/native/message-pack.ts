/** Any JSON as MessagePack, written as sentry-native does: texts and containers with the shortest length that holds them. */
export function toMessagePack(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from([0xc0])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xc3 : 0xc2])
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([headOf(text.length, [0xa0, 32], [0xd9, 0xda, 0xdb]), text])
  }
  if (Array.isArray(value)) {
    return Buffer.concat([headOf(value.length, [0x90, 16], [0, 0xdc, 0xdd]), ...value.map(toMessagePack)])
  }
  const members = Object.entries(value).flat()
  return Buffer.concat([
    headOf(members.length / 2, [0x80, 16], [0, 0xde, 0xdf]),
    ...members.map(toMessagePack),
  ])
}

function numberOf(value: number): Buffer {
  if (Number.isInteger(value) && value >= 0 && value < 128) return Buffer.from([value])
  const bytes = Buffer.alloc(9, 0xcb)
  bytes.writeDoubleBE(value, 1)
  return bytes
}

/** A length inside of the first byte, or after it in one, two or four; zero where there is no such form. */
function headOf(
  length: number,
  [short, below]: [number, number],
  [one, two, four]: [number, number, number],
): Buffer {
  if (length < below) return Buffer.from([short + length])
  if (one > 0 && length < 256) return Buffer.from([one, length])
  const head = Buffer.alloc(length < 65_536 ? 3 : 5, length < 65_536 ? two : four)
  head.writeUIntBE(length, 1, head.length - 1)
  return head
}
