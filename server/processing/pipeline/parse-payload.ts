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
  const value = parseBounded(name, payload, longest, work)
  if (isObject(value)) return value
  throw new RefusedItem(400, 'invalid_json', `Cannot read ${name}: it is not a JSON object`)
}

/** One object or a list of them, as browsers report. */
export function parseReports(name: string, payload: Uint8Array, longest: number): unknown[] {
  const value = parseBounded(name, payload, longest)
  return Array.isArray(value) ? value : [value]
}

function parseBounded(name: string, payload: Uint8Array, longest: number, work?: WorkBudget): unknown {
  if (payload.length > longest) {
    throw new RefusedItem(413, 'too_large', `Cannot read ${name}: it is larger than ${longest} bytes`)
  }
  const value = parseJson(name, payload)
  const members = countMembers(value, limits.jsonDepth)
  if (members === Infinity) {
    throw new RefusedItem(
      400,
      'too_deep',
      `Cannot read ${name}: JSON is nested deeper than ${limits.jsonDepth}`,
    )
  }
  work?.spend(name, payload.length + MEMBER_STEPS * members)
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

/** Counts the members at any depth. Gives Infinity if a value is nested deeper than `depth`, and recurses no deeper than that. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) return Infinity
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += 1 + countMembers(item, depth - 1)
  else for (const key in value) count += 1 + countMembers((value as JsonObject)[key], depth - 1) // just checked
  return count
}

export function isDeeperThan(value: unknown, depth: number): boolean {
  return countMembers(value, depth) === Infinity
}
