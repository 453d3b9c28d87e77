import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { RefusedItem } from './refused-item.ts'
import type { WorkBudget } from './work-budget.ts'

/** An invalid byte becomes `\ufffd` instead of an error: that is better than losing the event. */
const decoder = new TextDecoder()

/**
 * An item's payload, if it is an object of bounded size and depth, and `work` has enough left for it. `name` is what the
 * sender is told about.
 */
export function parsePayload(
  name: string,
  payload: Uint8Array,
  longest: number,
  work?: WorkBudget,
): JsonObject {
  const value = parseBounded(name, payload, longest)
  work?.spend(name, payload.length + MEMBER_STEPS * countMembers(value))
  if (isObject(value)) return value
  throw new RefusedItem(400, 'invalid_json', `Cannot read ${name}: it is not a JSON object`)
}

/** One object or a list of them, as browsers report. */
export function parseReports(name: string, payload: Uint8Array, longest: number): unknown[] {
  const value = parseBounded(name, payload, longest)
  return Array.isArray(value) ? value : [value]
}

function parseBounded(name: string, payload: Uint8Array, longest: number): unknown {
  if (payload.length > longest) {
    throw new RefusedItem(413, 'too_large', `Cannot read ${name}: it is larger than ${longest} bytes`)
  }
  const value = parseJson(name, payload)
  if (isDeeperThan(value, limits.jsonDepth)) {
    throw new RefusedItem(
      400,
      'too_deep',
      `Cannot read ${name}: JSON is nested deeper than ${limits.jsonDepth}`,
    )
  }
  return value
}

function parseJson(name: string, payload: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(payload)) // V8 parses without recursion: depth is no danger here
  } catch (cause) {
    throw new RefusedItem(400, 'invalid_json', `Cannot read ${name}: it is not JSON`, { cause })
  }
}

/** What a member of an object or list takes beside its characters, roughly. */
const MEMBER_STEPS = 8

/** Of a value whose depth is known to be bounded. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value)
  let count = members.length
  for (const member of members) count += countMembers(member)
  return count
}

/** Recurses no deeper than `depth`. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, depth - 1))
  for (const key in value) {
    if (isDeeperThan((value as JsonObject)[key], depth - 1)) return true // an object, as just checked
  }
  return false
}
