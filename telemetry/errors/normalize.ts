import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'
import { cutText, isObject, kindOf, unreadable } from './thrown/thrown.ts'

/**
 * Returns a copy that `JSON.stringify` always accepts: limited in depth, breadth and size, without cycles,
 * and with text for values that JSON lacks. Never throws.
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
      // Elements, windows and buffers are only named, because their contents have no end.
      if (kind !== 'Object') return `[${kind}]`
      const keys = Object.keys(value).slice(0, limits.dataEntries)
      // An assignment would change the prototype if the key is `__proto__`.
      return Object.fromEntries(
        keys.map((key) => [key, attempt(() => inner(Reflect.get(value, key)), unreadable)]),
      )
    }, unreadable)
  }
  return copy(value, [])
}

/** Formats a value of a console call or a message in one line. */
export function formatValue(value: unknown): string {
  const normalized = normalizeData(value, 3)
  return typeof normalized === 'string' ? normalized : `${JSON.stringify(normalized)}`
}
