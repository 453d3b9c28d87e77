import { FIELD_PREFIX, isFieldKey } from '#server/processing/search-fields.ts'
import type { Counted } from '#server/processing/tags.ts'
import { MOST_TAG_KEYS, MOST_TAG_VALUES, OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import { change, count, put, read, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Occurrences } from './delta.ts'

type TagRow = RowOf<typeof COUNTED.issue_tag>
type KeyRow = RowOf<typeof COUNTED.issue_tag_key>

/** What is counted of one issue: each value once, those of a key one after the other. */
interface IssueTags {
  /** No row of it is there. */
  isNew: boolean
  rows: TagRow[]
}

/**
 * How often each value of each tag came with an issue's events. The fields that most events of an issue share are only
 * noted, when their digest is new to the issue: to count each of them would cost as much as all tags.
 */
export function* countTags(occurrences: readonly Occurrences[]): Steps {
  const fresh = yield* countValues(
    occurrences.map((occurrence) => ({
      isNew: occurrence.isNew,
      rows: sumUp(occurrence, ({ tags }) => tags),
    })),
  )
  const shared = occurrences.flatMap((occurrence, place) => {
    const kinds = new Set<string>()
    for (const { key, value } of fresh[place] ?? []) if (key === FIELD_PREFIX) kinds.add(value)
    if (kinds.size === 0) return []
    const ofFresh = ({ tags, shared: fields }: Counted) => (kinds.has(tags.at(-1)?.[1] ?? '') ? fields : [])
    return [{ isNew: occurrence.isNew, rows: sumUp(occurrence, ofFresh) }]
  })
  yield* countValues(shared)
}

/** Counts the values of issues, and gives for each those that it had not. */
function* countValues(issues: readonly IssueTags[]): Steps<TagRow[][]> {
  const isKnown = yield* change(
    COUNTED.issue_tag,
    issues.flatMap(({ isNew, rows }) => (isNew ? [] : rows)),
  )
  let place = 0
  const fresh = issues.map(({ isNew, rows }) => (isNew ? rows : rows.filter(() => !isKnown[place++])))
  yield* addValues(fresh)
  return fresh
}

/** Values that have no row yet: they get one while there is room, and their key learns of them all at once. */
function* addValues(fresh: readonly TagRow[][]): Steps {
  const keys = fresh.flatMap((ofIssue) => [...Map.groupBy(ofIssue, ({ key }) => key).values()])
  const rooms = yield* findRooms(keys.flatMap((rows) => rows.slice(0, 1)))
  const kept: TagRow[] = []
  const changed: KeyRow[] = []
  for (const [place, rows] of keys.entries()) {
    const [first] = rows
    if (first === undefined) continue
    const room = rooms[place]
    const ofKey = rows.slice(0, room ?? 0)
    for (const row of ofKey) kept.push(row)
    const others = rows.slice(ofKey.length).reduce((sum, row) => sum + row.event_count, 0)
    const key = room === undefined ? OTHER_KEYS : first.key
    const { project_id, issue_id } = first
    changed.push({ project_id, issue_id, key, value_count: ofKey.length, other_count: others })
  }
  yield* put(COUNTED.issue_tag, kept)
  yield* put(COUNTED.issue_tag_key, changed)
}

/** How many more values each key may have, the issue's keys being what they are; undefined when a key has no room. */
function* findRooms(
  keys: readonly Pick<TagRow, 'project_id' | 'issue_id' | 'key'>[],
): Steps<(number | undefined)[]> {
  const known = yield* read(COUNTED.issue_tag_key, keys)
  const unknown = keys.filter((_key, place) => known[place] === undefined)
  const issues = [...new Map(unknown.map((key) => [key.issue_id, key])).values()]
  const counts = yield* count(COUNTED.issue_tag_key, ['project_id', 'issue_id'], issues)
  const keyCounts = new Map(issues.map(({ issue_id }, place) => [issue_id, counts[place] ?? 0]))
  return keys.map(({ issue_id, key }, place) => {
    const row = known[place]
    if (row !== undefined) return Math.max(0, MOST_TAG_VALUES - row.value_count)
    const keyCount = keyCounts.get(issue_id) ?? 0
    if (!isFieldKey(key) && keyCount >= MOST_TAG_KEYS) return undefined
    keyCounts.set(issue_id, keyCount + 1)
    return MOST_TAG_VALUES
  })
}

/** Each value once, however many of the batch's events have it. */
function sumUp(
  { projectId, issueId, events }: Occurrences,
  select: (counted: Counted) => Counted['tags'],
): TagRow[] {
  const byKey = new Map<string, Map<string, TagRow>>()
  for (const { event, receivedAt } of events) {
    for (const [key, value] of select(event.counted)) {
      const byValue = byKey.get(key) ?? new Map<string, TagRow>()
      byKey.set(key, byValue)
      const known = byValue.get(value)
      if (known) {
        known.event_count++
        known.first_seen = Math.min(known.first_seen, receivedAt)
        known.last_seen = Math.max(known.last_seen, receivedAt)
      } else {
        byValue.set(value, {
          project_id: projectId,
          issue_id: issueId,
          key,
          value,
          event_count: 1,
          first_seen: receivedAt,
          last_seen: receivedAt,
        })
      }
    }
  }
  return [...byKey.values()].flatMap((byValue) => [...byValue.values()])
}
