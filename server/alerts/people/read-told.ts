import type { Transaction } from 'kysely'
import { listRules } from '#server/store/alerts/rules.ts'
import { listByIds } from '#server/store/alerts/told-issues.ts'
import type { StoredNotice } from '#server/store/notifications/account-notices.ts'
import { listSubscribed } from '#server/store/notifications/concerned.ts'
import { readActivities, readRedirects } from '#server/store/notifications/told-activities.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { ToldOfIssue } from './compose-people.ts'

/**
 * Reads what an account is told: by issue, that of which it hears most first. What was deleted or ended meanwhile is left out, and
 * what was merged is told of the issue that stayed.
 */
export async function readTold(
  trx: Transaction<Database>,
  accountId: number,
  notices: readonly StoredNotice[],
): Promise<ToldOfIssue[]> {
  const redirects = await readRedirects(trx, [...new Set(notices.map(({ issueId }) => issueId))])
  const byIssue = Map.groupBy(notices, ({ issueId }) => redirects.get(issueId) ?? issueId)
  const issues = await listByIds(trx, [...byIssue.keys()])
  const followed = await listSubscribed(trx, [...byIssue.keys()])
  const isEnded = (issueId: number) =>
    followed.some((one) => one.issueId === issueId && one.accountId === accountId && !one.isOn)
  const activities = await readActivities(
    trx,
    notices.flatMap(({ activityId }) => (activityId === null ? [] : [activityId])),
  )
  const rules = new Map((await listRules(trx)).map(({ id, name }) => [id, name]))
  const told = issues.flatMap((issue): ToldOfIssue[] => {
    const [first, ...others] = (byIssue.get(issue.id) ?? [])
      .filter(({ kind, activityId }) => kind !== 'comment' || activities.has(activityId ?? 0))
      .filter(({ reason }) => reason !== 'subscribed' || !isEnded(issue.id))
      .map((notice) => ({
        notice,
        activity: activities.get(notice.activityId ?? 0),
        ruleName: rules.get(notice.ruleId ?? 0),
      }))
    return first === undefined ? [] : [{ issue, told: [first, ...others] }]
  })
  return told.toSorted((a, b) => b.told.length - a.told.length || a.issue.id - b.issue.id)
}
