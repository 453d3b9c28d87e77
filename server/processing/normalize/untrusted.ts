import { limits } from '#server/protocol/limits.ts'

/**
 * What SDKs send is JSON of any shape: each reader takes what it can use and gives `undefined` for the rest,
 * and nothing here throws. What is cut is said to the event's `Warnings`.
 */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** SDKs write a list as one or as `{values: […]}`. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (isObject(value) && Array.isArray(value.values)) return value.values
  return []
}

/** Ingestion warnings; the same one is kept once. */
export class Warnings {
  readonly #texts = new Set<string>()

  add(text: string): void {
    this.#texts.add(text)
  }

  toArray(): string[] {
    return [...this.#texts]
  }
}

/** A text of at most `longest` characters; numbers and booleans count as text, empty ones as absent. */
export function parseText(
  value: unknown,
  longest: number,
  name: string,
  warnings: Warnings,
): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  return cutText(value, longest, name, warnings)
}

export function cutText(value: string, longest: number, name: string, warnings: Warnings): string {
  // NUL: SQLite's functions end at one, PostgreSQL refuses it. Lone surrogates: UTF-8 has none.
  const whole = value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
  if (whole.length <= longest) return whole.toWellFormed()
  warnings.add(`${name} was cut to ${longest} characters`)
  return `${whole.slice(0, longest - 1)}…`.toWellFormed()
}

export function parseInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

/** Leaves out what was not there, for types that know absent members only. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) present[name] = members[name]
  return present as { [K in keyof T]?: Exclude<T[K], undefined> } // just looked at
}

/** Any JSON, its texts and lists cut to size. Depth was bounded when the event was parsed. */
export function parseTree(value: unknown, name: string, warnings: Warnings): unknown {
  if (typeof value === 'string') return cutText(value, limits.treeStringChars, name, warnings)
  if (Array.isArray(value))
    return firstMembers(value, name, warnings).map((item) => parseTree(item, name, warnings))
  if (isObject(value)) return parseTreeObject(value, name, warnings)
  return value
}

export function parseTreeObject(value: JsonObject, name: string, warnings: Warnings): JsonObject {
  const copy: JsonObject = {}
  for (const key of firstMembers(Object.keys(value), name, warnings)) {
    if (key === '__proto__') continue // assigning it would set the copy's prototype
    copy[cutText(key, limits.nameChars, name, warnings)] = parseTree(value[key], name, warnings)
  }
  return copy
}

function firstMembers<T>(members: T[], name: string, warnings: Warnings): T[] {
  if (members.length <= limits.treeMembers) return members
  warnings.add(`${name} was cut to ${limits.treeMembers} members`)
  return members.slice(0, limits.treeMembers)
}
