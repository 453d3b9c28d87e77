import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { ReadItem } from '#server/processing/pipeline/processed.ts'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Category } from '#server/protocol/outcome.ts'

/** The members of a container: https://develop.sentry.dev/sdk/data-model/envelope-items/. One alone stands for itself. */
export function membersOf(payload: JsonObject, name: string): unknown[] {
  if (payload.items === undefined) return [payload]
  if (Array.isArray(payload.items) && payload.items.length > 0) return payload.items
  throw new RefusedItem(400, 'no_items', `Cannot read ${name}: their container has no items`)
}

/** Each member is read or counted as invalid. */
export function parseMembers<T>(
  members: unknown[],
  category: Category,
  read: (member: JsonObject) => T | undefined,
): ReadItem<T> {
  const records: T[] = []
  for (const member of members.slice(0, limits.recordsPerItem)) {
    const record = isObject(member) ? read(member) : undefined
    if (record !== undefined) records.push(record)
  }
  const surplus = Math.max(0, members.length - limits.recordsPerItem)
  const unreadable = members.length - surplus - records.length
  const outcomes = [
    { category, outcome: 'invalid', reason: `invalid_${category}`, quantity: unreadable } as const,
    { category, outcome: 'invalid', reason: 'too_many_items', quantity: surplus } as const,
  ]
  return { records, outcomes: outcomes.filter(({ quantity }) => quantity > 0) }
}
