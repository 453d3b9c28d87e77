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
  const { values, issueCount, isPart } = asRecord(answer)
  if (!Array.isArray(values) || typeof issueCount !== 'number') return undefined
  const read = values.flatMap((given: unknown) => {
    const { value, issueCount: count } = asRecord(given)
    return typeof value === 'string' && typeof count === 'number' ? [{ value, issueCount: count }] : []
  })
  return { values: read, issueCount, isPart: isPart === true }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
