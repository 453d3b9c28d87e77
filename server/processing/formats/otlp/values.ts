import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import { limits } from '#server/protocol/limits.ts'

// A request comes from JSON or from protobuf (see messages.ts): both are read here. Nothing throws but `messagesIn`.

/** Own members alone: in a decoded message the others are defaults. */
export function memberOf(message: unknown, name: string): unknown {
  return isObject(message) && Object.hasOwn(message, name) ? message[name] : undefined
}

export function listIn(message: unknown, name: string): unknown[] {
  const list = memberOf(message, name)
  return Array.isArray(list) ? list : []
}

/** What carries the spans or records themselves: in another shape than a list of messages, they would vanish unseen. */
export function messagesIn(message: unknown, name: string): unknown[] {
  const list = memberOf(message, name)
  if (list === undefined || list === null) return []
  if (Array.isArray(list) && list.every(isObject)) return list
  throw new RefusedItem(400, 'invalid_otlp', `Cannot read OTLP: ${name} is not a list of messages`)
}

export function textIn(message: unknown, name: string): string | undefined {
  const text = memberOf(message, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Hex: bytes in protobuf, hex already in OTLP's JSON, unlike in protobuf's own. */
export function idIn(message: unknown, name: string): string | undefined {
  const id = memberOf(message, name)
  if (id instanceof Uint8Array) return id.length === 0 ? undefined : Buffer.from(id).toString('hex')
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Nanoseconds since the epoch, in JSON as a text or a number, as seconds. */
export function secondsIn(message: unknown, name: string): number | undefined {
  const nanos = parseLong(memberOf(message, name))
  // Through microseconds: a double can't hold today's nanoseconds.
  return nanos === undefined || nanos <= 0n ? undefined : Number(nanos / 1000n) / 1e6
}

/** A double, in JSON also as a text, such as `NaN`; or a 64-bit integer. Undefined where it is not a finite number. */
export function finiteIn(message: unknown, name: string): number | undefined {
  const value = memberOf(message, name)
  const number = typeof value === 'number' ? value : Number(parseLong(value) ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** An enum's number; in JSON its name may stand there, though it should not. */
export function enumIn(message: unknown, name: string, names: readonly string[]): number {
  const value = memberOf(message, name)
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Math.max(0, names.indexOf(value)) : 0
}

export function numberIn(message: unknown, name: string): number {
  const value = memberOf(message, name)
  return typeof value === 'number' ? value : 0
}

export function attributesIn(message: unknown, name = 'attributes'): JsonObject {
  return pairsOf(listIn(message, name), 0)
}

/** `AnyValue` as JSON; undefined where it holds nothing. */
export function valueIn(message: unknown, name: string): unknown {
  return parseAnyValue(memberOf(message, name), 0)
}

function pairsOf(list: unknown[], depth: number): JsonObject {
  const pairs: JsonObject = {}
  for (const pair of list) {
    const key = textIn(pair, 'key')
    const value = parseAnyValue(memberOf(pair, 'value'), depth + 1)
    if (key !== undefined && key !== '__proto__' && value !== undefined) pairs[key] = value
  }
  return pairs
}

function parseAnyValue(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > limits.otlpValueDepth) return undefined
  const [kind] = Object.keys(value)
  switch (kind) {
    case 'stringValue':
    case 'boolValue':
    case 'doubleValue': // a text where JSON has no number: NaN, Infinity
      return value[kind]
    case 'intValue':
      return parseInteger(value.intValue)
    case 'bytesValue': {
      const bytes = value.bytesValue
      return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : bytes
    }
    case 'arrayValue':
      return listIn(value.arrayValue, 'values').map((item) => parseAnyValue(item, depth + 1) ?? null)
    case 'kvlistValue':
      return pairsOf(listIn(value.kvlistValue, 'values'), depth)
    default:
      return undefined
  }
}

/** A text where a double would round it. */
function parseInteger(value: unknown): number | string | undefined {
  const long = parseLong(value)
  if (long === undefined) return undefined
  const number = Number(long)
  return Number.isSafeInteger(number) ? number : String(long)
}

const LONGEST_LONG = 20

function parseLong(value: unknown): bigint | undefined {
  // protobufjs's own kind: two halves of 32 bits
  if (isObject(value) && typeof value.low === 'number' && typeof value.high === 'number') {
    return BigInt.asIntN(64, (BigInt(value.high >>> 0) << 32n) | BigInt(value.low >>> 0))
  }
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value)
  return text.length <= LONGEST_LONG && /^-?\d+$/.test(text) ? BigInt(text) : undefined
}
