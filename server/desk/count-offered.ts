import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'

/** The values that a row of a list has, by the keys of its search; those of tags and attributes too. */
export type OfferedRow = ReadonlyMap<string, string>

interface OfferedList {
  rows: readonly OfferedRow[]
  /** The keys that every search can have. Others are tags or attributes. */
  names: readonly string[]
  /** Values that a key can have whatever the rows are; they are not counted. */
  fixed?: Readonly<Record<string, readonly string[]>>
  /** True when the list has more rows than these. */
  isPart: boolean
}

const MOST_KEYS = 120
const MOST_VALUES = 50

/** Lists the keys of a search, and what else the rows have. */
export function offerKeysOf({ rows, names, fixed = {}, isPart }: OfferedList): OfferedKeys {
  const values = new Map<string, Set<string>>()
  for (const [key, value] of rows.flatMap((row) => [...row])) {
    const known = values.get(key)
    if (known) known.add(value)
    else values.set(key, new Set([value]))
  }
  const ours = names.map((key) => ({
    ...{ key, isTag: false },
    valueCount: Object.hasOwn(fixed, key) ? null : (values.get(key)?.size ?? null),
  }))
  const others = [...values]
    .filter(([key]) => !names.includes(key))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { size }]) => ({ key, isTag: true, valueCount: size }))
  return { keys: [...ours, ...others].slice(0, MOST_KEYS), isPart }
}

/** Lists the values of a key, with how many of the rows have them. */
export function offerValuesOf(
  { rows, names, fixed = {}, isPart }: OfferedList,
  { key, part }: Completed,
): OfferedValues {
  const name = names.find((known) => known.toLowerCase() === key.toLowerCase()) ?? key
  const values = Object.hasOwn(fixed, name)
    ? (fixed[name] ?? []).map((value) => ({ value, count: null }))
    : countValues(
        rows.flatMap((row) => row.get(name) ?? []),
        part,
      )
  return { values, total: rows.length, isPart }
}

/** Counts equal values, those of the most rows first. */
export function countValues(values: readonly string[], part: string): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) {
    if (value.toLowerCase().includes(part.toLowerCase())) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES)
}
