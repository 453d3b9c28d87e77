import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** An issue as messages show it. */
export interface ToldIssue {
  id: number
  projectId: number
  projectSlug: string
  projectName: string
  number: number
  type: string
  value: string
  culprit: string
  level: string
  firstSeen: number
  lastSeen: number
  events: number
  users: number
  firstRelease: string | null
  lastRelease: string | null
}

/** Those of these issues that are open: nobody is told of what somebody resolved or deleted meanwhile. */
export function listOpen(db: Kysely<Database>, ids: readonly number[]): Promise<ToldIssue[]> {
  return selectTold(db)
    .where('issue.id', 'in', [0, ...ids]) // no issue has the first, and a list needs one
    .where('issue.status', '=', 'open')
    .execute()
}

/** These issues, in any order and whatever their state. */
export function listByIds(db: Kysely<Database>, ids: readonly number[]): Promise<ToldIssue[]> {
  return selectTold(db)
    .where('issue.id', 'in', [0, ...ids])
    .execute()
}

/** The open issues of a message: how many, and the largest of them. */
export interface Largest {
  count: number
  issues: ToldIssue[]
}

/** Finds the largest issues of these messages, by the messages' ids; a message without open issues is not among them. */
export async function findLargest(
  db: Kysely<Database>,
  messageIds: readonly number[],
  limit: number,
): Promise<Map<number, Largest>> {
  const ranked = db
    .selectFrom('alert_item')
    .innerJoin('issue', 'issue.id', 'alert_item.issue_id')
    .where('alert_item.message_id', 'in', [0, ...messageIds]) // no message has the first, and a list needs one
    .where('issue.status', '=', 'open')
    .where('issue.deleted_at', 'is', null)
    .select(['alert_item.message_id as messageId', 'issue.id as issueId'])
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('alert_item.message_id'))
        .as('count'),
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('alert_item.message_id').orderBy('issue.event_count', 'desc').orderBy('issue.id'),
        )
        .as('place'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select(['messageId', 'issueId', 'count'])
    .where('place', '<=', limit)
    .orderBy('messageId')
    .orderBy('place')
    .execute()
  // What is shown of an issue is read of those that are shown: a flood ranks thousands.
  const shown = await listByIds(db, [...new Set(rows.map(({ issueId }) => issueId))])
  const byId = new Map(shown.map((issue) => [issue.id, issue]))
  const largest = new Map<number, Largest>()
  for (const { messageId, issueId, count } of rows) {
    const issue = byId.get(issueId)
    const found = largest.get(messageId) ?? { count: Number(count), issues: [] }
    if (issue) largest.set(messageId, { ...found, issues: [...found.issues, issue] })
  }
  return largest
}

/** What most of a message's issues have in common: the type of their errors, and where they happen unless that differs. */
export async function findCommonFault(
  db: Kysely<Database>,
  messageId: number,
): Promise<{ byPlace: CommonFault | undefined; byType: CommonFault | undefined }> {
  const some = ofMessage(db, messageId).clearSelect().select('issue.type')
  const counted = some
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .orderBy('count', 'desc')
    .limit(1)
  const [byPlace, byType] = await Promise.all([
    counted.select('issue.culprit').groupBy(['issue.type', 'issue.culprit']).executeTakeFirst(),
    counted.groupBy('issue.type').executeTakeFirst(),
  ])
  return { byPlace, byType: byType && { ...byType, culprit: '' } }
}

export interface CommonFault {
  type: string
  culprit: string
  count: number
}

/** The issue of a project, or of any, that was seen last. */
export function findNewest(db: Kysely<Database>): Promise<ToldIssue | undefined> {
  return selectTold(db).orderBy('issue.last_seen', 'desc').orderBy('issue.id').limit(1).executeTakeFirst()
}

function ofMessage(db: Kysely<Database>, messageId: number) {
  return selectTold(db)
    .innerJoin('alert_item', 'alert_item.issue_id', 'issue.id')
    .where('alert_item.message_id', '=', messageId)
    .where('issue.status', '=', 'open')
}

function selectTold(db: Kysely<Database>) {
  return db
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .where('issue.deleted_at', 'is', null)
    .select(['issue.id', 'issue.project_id as projectId', 'issue.number', 'issue.type', 'issue.value'])
    .select(['project.slug as projectSlug', 'project.name as projectName', 'issue.culprit', 'issue.level'])
    .select(['issue.first_seen as firstSeen', 'issue.last_seen as lastSeen', 'issue.event_count as events'])
    .select(['issue.user_count as users'])
    .select(['issue.first_release as firstRelease', 'issue.last_release as lastRelease'])
}
