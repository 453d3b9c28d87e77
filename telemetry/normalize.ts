import { limits } from './limits.ts'
import { describeThrown, isObject, readProperty } from './thrown.ts'

interface Budget {
  values: number
  depth: number
}

/**
 * A copy of anything that `JSON.stringify` is sure to take: bounded in depth, breadth and size, without
 * cycles, and with a word in the place of what JSON lacks. Never throws.
 */
export function normalizeData(value: unknown, depth: number = limits.dataDepth): unknown {
  const budget: Budget = { values: limits.dataValues, depth }
  return normalize(value, 0, budget, new Set())
}

/** One line for a value of a console call or a message. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (isThrownError(value)) {
    const { type, value: message } = describeThrown(value)
    return `${type}: ${message}`
  }
  const normalized = normalizeData(value, 3)
  return typeof normalized === 'string' ? normalized : (JSON.stringify(normalized) ?? 'undefined')
}

function normalize(value: unknown, depth: number, budget: Budget, ancestors: Set<object>): unknown {
  budget.values -= 1
  switch (typeof value) {
    case 'string':
      return value.length > limits.textLength ? `${value.slice(0, limits.textLength - 1)}…` : value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'boolean':
      return value
    case 'undefined':
      return undefined
    case 'bigint':
    case 'symbol':
      return String(value)
    case 'function':
      return `[Function ${String(readProperty(value, 'name') || '(anonymous)')}]`
    case 'object':
      return value === null ? null : normalizeObject(value, depth, budget, ancestors)
  }
}

function normalizeObject(value: object, depth: number, budget: Budget, ancestors: Set<object>): unknown {
  if (ancestors.has(value)) return '[Circular]'
  if (depth >= budget.depth || budget.values <= 0) return '[Too deep]'
  ancestors.add(value)
  try {
    return normalizeEntries(value, depth, budget, ancestors)
  } catch {
    return '[Unreadable]'
  } finally {
    ancestors.delete(value)
  }
}

function normalizeEntries(value: object, depth: number, budget: Budget, ancestors: Set<object>): unknown {
  const inner = (entry: unknown): unknown => normalize(entry, depth + 1, budget, ancestors)
  if (Array.isArray(value)) return value.slice(0, limits.dataEntries).map((entry) => inner(entry) ?? null)
  if (value instanceof Error) {
    const { type, value: message, stack } = describeThrown(value)
    return { name: type, message, ...(stack === undefined ? {} : { stack: inner(stack) }) }
  }
  if (value instanceof Map || value instanceof Set) return inner([...value].slice(0, limits.dataEntries))
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  const toJson = readProperty(value, 'toJSON')
  if (typeof toJson === 'function') {
    const json: unknown = toJson.call(value)
    if (json !== value) return inner(json)
  }
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).slice(0, limits.dataEntries)) {
    const entry = inner(readOrSay(value, key))
    // Plain assignment to `__proto__` would change the copy's prototype and lose the entry.
    if (entry !== undefined) Object.defineProperty(copy, key, { value: entry, enumerable: true })
  }
  return copy
}

function readOrSay(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key)
  } catch {
    return '[Unreadable]'
  }
}

function isThrownError(value: unknown): boolean {
  return isObject(value) && typeof readProperty(value, 'stack') === 'string'
}
