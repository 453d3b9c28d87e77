import type { OfferedKeys, OfferedValues } from '#server/models/completion.ts'

/** Reads an answer of GET /live/search; undefined if a server of another version answers differently. */
export function parseKeys(answer: unknown): OfferedKeys | undefined {
  const { keys, isPart } = asRecord(answer)
  if (!Array.isArray(keys)) return undefined
  const read = keys.flatMap((given: unknown) => {
    const { key, isTag, valueCount } = asRecord(given)
    if (typeof key !== 'string') return []
    return [{ key, isTag: isTag === true, valueCount: typeof valueCount === 'number' ? valueCount : null }]
  })
  return { keys: read, isPart: isPart === true }
}

export function parseValues(answer: unknown): OfferedValues | undefined {
  const { values, total, isPart } = asRecord(answer)
  if (!Array.isArray(values) || typeof total !== 'number') return undefined
  const read = values.flatMap((given: unknown) => {
    const { value, count } = asRecord(given)
    if (typeof value !== 'string') return []
    return [{ value, count: typeof count === 'number' ? count : null }]
  })
  return { values: read, total, isPart: isPart === true }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
