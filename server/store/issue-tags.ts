import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { OTHER_KEYS } from './tags-fold.ts'

export interface IssueTagValue {
  value: string
  count: number
  /** Milliseconds since the epoch. */
  firstSeen: number
  lastSeen: number
}

export interface IssueTag {
  key: string
  /** Of those that are kept. */
  valueCount: number
  /** Events with the tag, whatever its value. */
  eventCount: number
  /** Those of them whose value is not kept. */
  otherCount: number
  /** The most frequent first. */
  topValues: IssueTagValue[]
}

/** By key. The rows of a key lie together, and are at most 200 times 1,000. */
export async function listIssueTags(
  db: Kysely<Database>,
  issue: { projectId: number; id: number },
  topValues: number,
): Promise<IssueTag[]> {
  const keys = await db
    .selectFrom('issue_tag_key')
    .select(['key', 'value_count as valueCount', 'other_count as otherCount'])
    .where('project_id', '=', issue.projectId)
    .where('issue_id', '=', issue.id)
    .where('key', '!=', OTHER_KEYS)
    .orderBy('key')
    .execute()
  const ranked = db
    .selectFrom('issue_tag')
    .select(['key', 'value', 'event_count as count', 'first_seen as firstSeen', 'last_seen as lastSeen'])
    .select(({ fn }) => [
      fn
        .sum<number>('event_count')
        .over((over) => over.partitionBy('key'))
        .as('kept'),
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('key').orderBy('event_count', 'desc').orderBy('value'))
        .as('rank'),
    ])
    .where('project_id', '=', issue.projectId)
    .where('issue_id', '=', issue.id)
    .as('ranked')
  const rows = await db
    .selectFrom(ranked)
    .selectAll()
    .where('rank', '<=', topValues)
    .orderBy('rank')
    .execute()
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return keys.map((tag) => {
    const values = byKey.get(tag.key) ?? []
    return {
      ...tag,
      eventCount: (values[0]?.kept ?? 0) + tag.otherCount,
      topValues: values.map(({ value, count, firstSeen, lastSeen }) => ({
        value,
        count,
        firstSeen,
        lastSeen,
      })),
    }
  })
}

/** All values that are kept of one key; undefined when the issue has no such tag. */
export async function findIssueTag(
  db: Kysely<Database>,
  issue: { projectId: number; id: number },
  key: string,
): Promise<IssueTag | undefined> {
  const counted = await db
    .selectFrom('issue_tag_key')
    .select(['key', 'value_count as valueCount', 'other_count as otherCount'])
    .where('project_id', '=', issue.projectId)
    .where('issue_id', '=', issue.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!counted || key === OTHER_KEYS) return undefined
  const topValues = await db
    .selectFrom('issue_tag')
    .select(['value', 'event_count as count', 'first_seen as firstSeen', 'last_seen as lastSeen'])
    .where('project_id', '=', issue.projectId)
    .where('issue_id', '=', issue.id)
    .where('key', '=', key)
    .orderBy('event_count', 'desc')
    .orderBy('value')
    .execute()
  const kept = topValues.reduce((sum, { count }) => sum + count, 0)
  return { ...counted, eventCount: kept + counted.otherCount, topValues }
}
