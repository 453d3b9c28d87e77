import { sql, type Transaction } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { isFieldKey } from '#server/processing/search-fields.ts'
import { countedOf } from '#server/processing/tags.ts'
import { MOST_TAG_KEYS, MOST_TAG_VALUES, OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { greatest, least, rows } from '#server/store/words.ts'

export interface CountedEvent {
  id: number
  receivedAt: number
  /** Undefined when it was deleted meanwhile. */
  event: NormalizedEvent | undefined
}

interface TagCount {
  key: string
  value: string
  count: number
  firstSeen: number
  lastSeen: number
}

/** Tags are counted as in server/writer/aggregates/tags.ts: so many keys and values, and the rest together. */
export async function addTags(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
  events: readonly CountedEvent[],
): Promise<void> {
  const counts = countTags(events)
  if (counts.length === 0) return
  const known = await listKnown(trx, projectId, issueId, counts)
  const rooms = await readRooms(trx, projectId, issueId)
  const kept: TagCount[] = []
  const keys = new Map<string, { values: number; others: number }>()
  for (const tag of counts) {
    const isKnown = known.has(nameOf(tag))
    const key = isKnown || rooms.hasKey(tag.key) ? tag.key : OTHER_KEYS
    const isKept = isKnown || (key !== OTHER_KEYS && rooms.takeValue(key))
    if (isKept) kept.push(tag)
    const sum = keys.get(key) ?? { values: 0, others: 0 }
    keys.set(key, sum)
    if (!isKept) sum.others += tag.count
    else if (!isKnown) sum.values++
  }
  await writeTags(trx, projectId, issueId, kept)
  const sums = Array.from(keys, ([key, sum]) => ({
    ...{ project_id: projectId, issue_id: issueId, key },
    ...{ value_count: sum.values, other_count: sum.others },
  }))
  await trx
    .insertInto('issue_tag_key')
    .values(sums)
    .onConflict((oc) =>
      oc.columns(['project_id', 'issue_id', 'key']).doUpdateSet((eb) => ({
        value_count: eb('issue_tag_key.value_count', '+', eb.ref('excluded.value_count')),
        other_count: eb('issue_tag_key.other_count', '+', eb.ref('excluded.other_count')),
      })),
    )
    .execute()
}

function countTags(events: readonly CountedEvent[]): TagCount[] {
  const counts = new Map<string, TagCount>()
  for (const { event, receivedAt } of events) {
    const { tags, shared } = event ? countedOf(event) : NOTHING
    for (const [key, value] of [...tags, ...shared]) {
      const name = nameOf({ key, value })
      const known = counts.get(name) ?? { key, value, count: 0, firstSeen: receivedAt, lastSeen: receivedAt }
      counts.set(name, { ...known, count: known.count + 1, lastSeen: receivedAt }) // they come in order
    }
  }
  return [...counts.values()]
}

const NOTHING = { tags: [], shared: [] }

function nameOf({ key, value }: Pick<TagCount, 'key' | 'value'>): string {
  return JSON.stringify([key, value])
}

/** A cross join, since SQLite would read all of the issue's tags for each pair. */
async function listKnown(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
  tags: readonly TagCount[],
): Promise<Set<string>> {
  const pairs = JSON.stringify(tags.map(({ key, value }) => [key, value]))
  const known = await sql<{ key: string; value: string }>`
    select tag.key, tag.value from ${rows(pairs, { key: 'text', value: 'text' })} as pair cross join ${sql.table('issue_tag')} as tag
    where tag.project_id = ${projectId} and tag.issue_id = ${issueId}
      and tag.key = pair.key and tag.value = pair.value`.execute(trx)
  return new Set(known.rows.map(nameOf))
}

/** What there is room for: keys, and values of each. */
async function readRooms(trx: Transaction<Database>, projectId: number, issueId: number) {
  const rows = await trx
    .selectFrom('issue_tag_key')
    .select(['key', 'value_count as valueCount'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .execute()
  const valueCounts = new Map(rows.map(({ key, valueCount }) => [key, valueCount]))
  return {
    hasKey(key: string): boolean {
      const hasRoom = isFieldKey(key) || valueCounts.size < MOST_TAG_KEYS
      if (!valueCounts.has(key) && hasRoom) valueCounts.set(key, 0)
      return valueCounts.has(key)
    },
    takeValue(key: string): boolean {
      const taken = valueCounts.get(key) ?? 0
      if (taken >= MOST_TAG_VALUES) return false
      valueCounts.set(key, taken + 1)
      return true
    },
  }
}

const TAG_COLUMNS = {
  key: 'text',
  value: 'text',
  event_count: 'integer',
  first_seen: 'integer',
  last_seen: 'integer',
} as const

async function writeTags(
  trx: Transaction<Database>,
  projectId: number,
  issueId: number,
  tags: readonly TagCount[],
): Promise<void> {
  if (tags.length === 0) return
  const given = JSON.stringify(
    tags.map(({ key, value, count, firstSeen, lastSeen }) => [key, value, count, firstSeen, lastSeen]),
  )
  await sql`
    insert into ${sql.table('issue_tag')} (project_id, issue_id, key, value, event_count, first_seen, last_seen)
    select ${projectId}, ${issueId}, key, value, event_count, first_seen, last_seen
    from ${rows(given, TAG_COLUMNS)} as given where true
    on conflict (project_id, issue_id, key, value) do update
      set event_count = issue_tag.event_count + excluded.event_count,
        first_seen = ${least(sql.ref('issue_tag.first_seen'), sql.ref('excluded.first_seen'))},
        last_seen = ${greatest(sql.ref('issue_tag.last_seen'), sql.ref('excluded.last_seen'))}`.execute(trx)
}
