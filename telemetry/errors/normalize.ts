import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'
import { cutText, isObject, kindOf, unreadable } from './thrown/thrown.ts'

/**
 * A copy of anything that `JSON.stringify` is sure to take: bounded in depth, breadth and size, without
 * cycles, and with a word in the place of what JSON lacks. Never throws.
 */
export function normalizeData(value: unknown, depth: number = limits.dataDepth): unknown {
  let valuesLeft: number = limits.dataValues
  const copy = (value: unknown, ancestors: object[]): unknown => {
    valuesLeft--
    if (typeof value === 'string') return cutText(value)
    if (!isObject(value))
      return value == null || value === !!value || Number.isFinite(value) ? value : String(value)
    if (ancestors.includes(value)) return '[Circular]'
    if (ancestors.length >= depth || valuesLeft < 0) return '[Too deep]'
    const kind = kindOf(value)
    const inner = (entry: unknown): unknown => copy(entry, [...ancestors, value])
    return attempt(() => {
      const { toJSON } = value as { toJSON?: unknown }
      if (typeof toJSON === 'function') return inner(toJSON.call(value))
      if (/^(Array|Map|Set)$/.test(kind))
        return [...(value as Iterable<unknown>)]
          .slice(0, limits.dataEntries)
          .map((entry) => inner(entry) ?? null)
      if (/Error|Exception/.test(kind)) return cutText(String(value))
      // Elements, windows, buffers: what they are says enough, and what hangs on them has no end.
      if (kind !== 'Object') return `[${kind}]`
      const keys = Object.keys(value).slice(0, limits.dataEntries)
      // Not assigned: that would change the prototype where the key is `__proto__`.
      return Object.fromEntries(
        keys.map((key) => [key, attempt(() => inner(Reflect.get(value, key)), unreadable)]),
      )
    }, unreadable)
  }
  return copy(value, [])
}

/** One line for a value of a console call or a message. */
export function formatValue(value: unknown): string {
  const normalized = normalizeData(value, 3)
  return typeof normalized === 'string' ? normalized : `${JSON.stringify(normalized)}`
}
