import type { Kysely, Transaction } from 'kysely'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { parseAbout } from './notices.ts'

/** What an account is to hear of. */
export interface AccountNotice {
  projectId: number
  issueId: number
  reason: NoticeReason
  kind: NoticeKind
  activityId: number | null
  ruleId: number | null
  isUrgent: boolean
  at: number
  dueAt: number
  /** What it is about, where that is no issue. */
  about?: Occurrence | null
}

export interface StoredNotice extends AccountNotice {
  id: number
}

const ROWS_AT_ONCE = 500

export async function insertAccountNotices(
  trx: Transaction<Database>,
  notices: readonly (AccountNotice & { accountId: number })[],
): Promise<void> {
  const rows = notices.map((one) => ({
    ...{ account_id: one.accountId, project_id: one.projectId, issue_id: one.issueId, reason: one.reason },
    ...{ kind: one.kind, activity_id: one.activityId, rule_id: one.ruleId, at: one.at, due_at: one.dueAt },
    is_urgent: one.isUrgent ? 1 : 0,
    about: one.about ? JSON.stringify(one.about) : null,
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('account_notice')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
}

/** Accounts that have something to hear of now. */
export async function listDueAccounts(db: Kysely<Database>, now: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_notice')
    .select('account_id as accountId')
    .distinct()
    .where('due_at', '<=', now)
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** The oldest first. */
export async function listDueNotices(
  trx: Transaction<Database>,
  accountId: number,
  { now, limit }: { now: number; limit: number },
): Promise<StoredNotice[]> {
  const rows = await trx
    .selectFrom('account_notice')
    .select(['id', 'project_id as projectId', 'issue_id as issueId', 'reason', 'kind'])
    .select(['activity_id as activityId', 'rule_id as ruleId', 'is_urgent', 'at', 'due_at as dueAt'])
    .select('about')
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ is_urgent, about, ...row }) => ({
    ...row,
    isUrgent: is_urgent === 1,
    about: parseAbout(about),
  }))
}

/** Looks at them again later: at the end of quiet hours. */
export async function putOff(
  trx: Transaction<Database>,
  notices: readonly StoredNotice[],
  dueAt: number,
): Promise<void> {
  const ids = notices.map(({ id }) => id)
  await trx.updateTable('account_notice').set({ due_at: dueAt }).where('id', 'in', ids).execute()
}

export async function deleteNotices(
  trx: Transaction<Database>,
  notices: readonly StoredNotice[],
): Promise<void> {
  const ids = notices.map(({ id }) => id)
  await trx
    .deleteFrom('account_notice')
    .where('id', 'in', [0, ...ids]) // no notice has the first, and a list needs one
    .execute()
}

/** Lets all that waits be looked at anew, where the account chose otherwise. */
export async function lookAgain(trx: Transaction<Database>, accountId: number, now: number): Promise<void> {
  await trx
    .updateTable('account_notice')
    .set({ due_at: now })
    .where('account_id', '=', accountId)
    .where('due_at', '>', now)
    .execute()
}
