import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

interface OfIssue {
  id: number
  projectId: number
}

/**
 * Lets accounts follow an issue because they commented, were mentioned or were assigned. Whoever ended a subscription stays
 * without it.
 */
export async function subscribeByItself(
  trx: Transaction<Database>,
  issues: readonly OfIssue[],
  { accountIds, now }: { accountIds: readonly number[]; now: number },
): Promise<void> {
  const rows = issues.flatMap(({ id, projectId }) =>
    accountIds.map((accountId) => ({
      ...{ project_id: projectId, issue_id: id, account_id: accountId },
      ...{ is_on: 1, is_by_hand: 0, at: now },
    })),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('issue_subscription')
    .values(rows)
    .onConflict((same) => same.columns(['project_id', 'issue_id', 'account_id']).doNothing())
    .execute()
}

/** Subscribes an account to issues, or ends that for good: nothing but the account itself begins it again. */
export async function setSubscription(
  trx: Transaction<Database>,
  issues: readonly OfIssue[],
  { accountId, isOn, now }: { accountId: number; isOn: boolean; now: number },
): Promise<void> {
  if (issues.length === 0) return
  const values = { is_on: isOn ? 1 : 0, is_by_hand: 1, at: now }
  await trx
    .insertInto('issue_subscription')
    .values(
      issues.map(({ id, projectId }) => ({
        ...{ project_id: projectId, issue_id: id, account_id: accountId },
        ...values,
      })),
    )
    .onConflict((same) => same.columns(['project_id', 'issue_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** The issues that an account follows, the latest subscriptions first. */
export function listSubscriptions(db: Kysely<Database>, accountId: number, limit: number) {
  return db
    .selectFrom('issue_subscription')
    .innerJoin('issue', 'issue.id', 'issue_subscription.issue_id')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select(['issue.id', 'issue.number', 'issue.type', 'issue.value', 'issue.status'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
    .select(['issue_subscription.is_by_hand as isByHand', 'issue_subscription.at'])
    .where('issue_subscription.account_id', '=', accountId)
    .where('issue_subscription.is_on', '=', 1)
    .where('issue.deleted_at', 'is', null)
    .orderBy('issue_subscription.at', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(limit)
    .execute()
}
