import type { Kysely, Transaction } from 'kysely'
import type { NoticeKind } from '#server/models/alerts/notices.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewNotice {
  projectId: number
  issueId: number
  kind: NoticeKind
  activityId: number | null
  /** The account that did it. */
  actorId: number | null
  ruleId: number | null
  isUrgent: boolean
  at: number
  /** What it is about, where that is no issue. */
  about?: Occurrence | null
}

/** Notes what people may hear of; who does is decided later, by the process that takes it away. */
export async function insertNotices(
  trx: Transaction<Database>,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return
  await trx
    .insertInto('notice')
    .values(
      notices.map(({ projectId, issueId, kind, activityId, actorId, ruleId, isUrgent, at, about }) => ({
        ...{ project_id: projectId, issue_id: issueId, kind, activity_id: activityId, actor_id: actorId },
        ...{ rule_id: ruleId, is_urgent: isUrgent ? 1 : 0, at },
        about: about ? JSON.stringify(about) : null,
      })),
    )
    .execute()
}

export interface Notice extends NewNotice {
  id: number
}

export async function isAnyNotice(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('notice').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Takes the oldest away; whoever calls it decides who hears of them in the same transaction. */
export async function takeNotices(trx: Transaction<Database>, limit: number): Promise<Notice[]> {
  const rows = await trx
    .selectFrom('notice')
    .select(['id', 'project_id as projectId', 'issue_id as issueId', 'kind', 'activity_id as activityId'])
    .select(['actor_id as actorId', 'rule_id as ruleId', 'is_urgent', 'at', 'about'])
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  await trx
    .deleteFrom('notice')
    .where('id', 'in', [0, ...ids]) // no notice has the first, and a list needs one
    .execute()
  return rows.map(({ is_urgent, about, ...row }) => ({
    ...row,
    isUrgent: is_urgent === 1,
    about: parseAbout(about),
  }))
}

/** What was written as `about`. */
export function parseAbout(about: string | null): Occurrence | null {
  return about === null ? null : (JSON.parse(about) as Occurrence) // written above
}
