import type { Kysely } from 'kysely'
import { isFieldKey } from '#server/processing/search-fields.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { OTHER_KEYS } from './tag-limits.ts'

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

/** Lists the tags in the order of their keys, with the `topValues` most frequent values of each. */
export async function listIssueTags(
  db: Kysely<Database>,
  { projectId, id: issueId }: { projectId: number; id: number },
  topValues: number,
): Promise<IssueTag[]> {
  const issue = { projectId, issueId, topValues }
  const [keys, sums, ofSmallKeys] = await Promise.all([
    listKeys(db, issue),
    sumKeys(db, issue),
    listSmallKeys(db, issue),
  ])
  const kept = new Map(sums.map(({ key, sum }) => [key, sum]))
  const small = Map.groupBy(ofSmallKeys, ({ key }) => key)
  return Promise.all(
    keys
      .filter(({ key }) => !isFieldKey(key))
      .map(async (tag) => ({
        ...tag,
        eventCount: (kept.get(tag.key) ?? 0) + tag.otherCount,
        topValues:
          tag.valueCount > topValues
            ? await listTopValues(db, { ...issue, key: tag.key })
            : (small.get(tag.key) ?? []).map(({ key: _, ...value }) => value),
      })),
  )
}

interface Asked {
  projectId: number
  issueId: number
  topValues: number
}

const listKeys = prepareQuery((db, { projectId, issueId }: Asked) =>
  db
    .selectFrom('issue_tag_key')
    .select(['key', 'value_count as valueCount', 'other_count as otherCount'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('key', '!=', OTHER_KEYS)
    .orderBy('key'),
)

const sumKeys = prepareQuery((db, { projectId, issueId }: Asked) =>
  db
    .selectFrom('issue_tag')
    .select(({ fn }) => ['key', fn.sum<number>('event_count').as('sum')])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .groupBy('key'),
)

/** Most keys have a few values: all of these at once. */
const listSmallKeys = prepareQuery((db, { projectId, issueId, topValues }: Asked) =>
  db
    .selectFrom('issue_tag')
    .select(['key', 'value', 'event_count as count', 'first_seen as firstSeen', 'last_seen as lastSeen'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('issue_tag_key')
        .select('key')
        .where('project_id', '=', projectId)
        .where('issue_id', '=', issueId)
        .where('value_count', '<=', topValues),
    )
    .orderBy('event_count', 'desc')
    .orderBy('value'),
)

/** Of a thousand values ten are kept while they are read; ranking them all takes twenty times as long. */
const listTopValues = prepareQuery((db, { projectId, issueId, topValues, key }: Asked & { key: string }) =>
  db
    .selectFrom('issue_tag')
    .select(['value', 'event_count as count', 'first_seen as firstSeen', 'last_seen as lastSeen'])
    .where('project_id', '=', projectId)
    .where('issue_id', '=', issueId)
    .where('key', '=', key)
    .orderBy('event_count', 'desc')
    .orderBy('value')
    .limit(topValues),
)

/** All values that are kept of one key; undefined when the issue has no such tag. */
/** Lists the values of a tag, or of a field of searches, that are counted for an issue. */
export function listTagValueCounts(
  db: Kysely<Database>,
  issue: { projectId: number; id: number },
  key: string,
): Promise<{ value: string; count: number }[]> {
  return db
    .selectFrom('issue_tag')
    .select(['value', 'event_count as count'])
    .where('project_id', '=', issue.projectId)
    .where('issue_id', '=', issue.id)
    .where('key', '=', key)
    .execute()
}

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
  if (!counted || key === OTHER_KEYS || isFieldKey(key)) return undefined
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
