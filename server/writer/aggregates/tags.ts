import type { DatabaseSync } from 'node:sqlite'
import { FIELD_PREFIX, isFieldKey } from '#server/processing/search-fields.ts'
import type { Counted } from '#server/processing/tags.ts'
import { MOST_TAG_KEYS, MOST_TAG_VALUES, OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import type { Aggregate, Occurrences } from './occurrences.ts'

interface TagCount {
  value: string
  count: number
  firstSeen: number
  lastSeen: number
}

/**
 * How often each value of each tag came with an issue's events. The fields that most events of an issue share are only
 * noted, when their digest is new to the issue: to count each of them would cost as much as all tags.
 */
export function createTagsAggregate(connection: DatabaseSync): Aggregate {
  const isTag = 'project_id = ? and issue_id = ? and key = ?'
  const count = connection.prepare(`
    update issue_tag set event_count = event_count + ?1,
      first_seen = case when first_seen < ?2 then first_seen else ?2 end,
      last_seen = case when last_seen > ?3 then last_seen else ?3 end
    where project_id = ?4 and issue_id = ?5 and key = ?6 and value = ?7`)
  const insert = connection.prepare(`
    insert into issue_tag (project_id, issue_id, key, value, event_count, first_seen, last_seen)
    values (?, ?, ?, ?, ?, ?, ?)`)
  const findKey = connection.prepare(`select value_count as "valueCount" from issue_tag_key where ${isTag}`)
  const countKeys = connection.prepare(
    `select count(*) as keys from issue_tag_key where project_id = ? and issue_id = ?`,
  )
  const changeKey = connection.prepare(`
    insert into issue_tag_key (project_id, issue_id, key, value_count, other_count) values (?, ?, ?, ?, ?)
    on conflict (project_id, issue_id, key) do update set value_count = issue_tag_key.value_count + excluded.value_count,
      other_count = issue_tag_key.other_count + excluded.other_count`)

  /** How many more values a key may have, the issue's keys being what they are; undefined when the key has no room. */
  function roomOf(projectId: number, issueId: number, key: string): number | undefined {
    const known = findKey.get(projectId, issueId, key)
    if (known) return Math.max(0, MOST_TAG_VALUES - Number(known.valueCount))
    const hasRoom = isFieldKey(key) || Number(countKeys.get(projectId, issueId)?.keys) < MOST_TAG_KEYS
    return hasRoom ? MOST_TAG_VALUES : undefined
  }

  /** Values that have no row yet: they get one while there is room, and their key learns of them all at once. */
  function addValues({ projectId, issueId }: Occurrences, key: string, fresh: TagCount[]): void {
    const room = roomOf(projectId, issueId, key)
    const kept = fresh.slice(0, room ?? 0)
    const others = fresh.slice(kept.length).reduce((sum, tag) => sum + tag.count, 0)
    for (const tag of kept) {
      insert.run(projectId, issueId, key, tag.value, tag.count, tag.firstSeen, tag.lastSeen)
    }
    changeKey.run(projectId, issueId, room === undefined ? OTHER_KEYS : key, kept.length, others)
  }

  /** Counts values of one key, and gives those that the issue had not. */
  function countValues(occurrence: Occurrences, key: string, tags: TagCount[]): TagCount[] {
    const { projectId, issueId, isNew } = occurrence
    const isKnown = ({ value, count: times, firstSeen, lastSeen }: TagCount) =>
      !isNew && count.run(times, firstSeen, lastSeen, projectId, issueId, key, value).changes > 0
    const fresh = tags.filter((tag) => !isKnown(tag))
    if (fresh.length > 0) addValues(occurrence, key, fresh)
    return fresh
  }

  return (occurrences) => {
    for (const occurrence of occurrences) {
      const freshKinds = new Set<string>()
      for (const [key, tags] of sumUp(occurrence, ({ tags }) => tags)) {
        const fresh = countValues(occurrence, key, tags)
        if (key === FIELD_PREFIX) for (const { value } of fresh) freshKinds.add(value)
      }
      if (freshKinds.size === 0) continue
      const ofFresh = ({ tags, shared }: Counted) => (freshKinds.has(tags.at(-1)?.[1] ?? '') ? shared : [])
      for (const [key, values] of sumUp(occurrence, ofFresh)) countValues(occurrence, key, values)
    }
  }
}

/** Each value once, however many of the batch's events have it. */
function sumUp(
  { events }: Occurrences,
  select: (counted: Counted) => Counted['tags'],
): [key: string, TagCount[]][] {
  const byKey = new Map<string, Map<string, TagCount>>()
  for (const { event, receivedAt } of events) {
    for (const [key, value] of select(event.counted)) {
      const byValue = byKey.get(key) ?? new Map<string, TagCount>()
      byKey.set(key, byValue)
      const known = byValue.get(value)
      if (known) {
        known.count++
        known.firstSeen = Math.min(known.firstSeen, receivedAt)
        known.lastSeen = Math.max(known.lastSeen, receivedAt)
      } else {
        byValue.set(value, { value, count: 1, firstSeen: receivedAt, lastSeen: receivedAt })
      }
    }
  }
  return Array.from(byKey, ([key, byValue]) => [key, [...byValue.values()]])
}
