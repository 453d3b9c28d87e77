import type { Transaction } from 'kysely'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'
import { insertAccountNotices } from '#server/store/notifications/account-notices.ts'
import { listChoices, UNCHOSEN } from '#server/store/notifications/choices.ts'
import {
  listAssigned,
  listMentioned,
  listSubscribed,
  listWhoSees,
} from '#server/store/notifications/concerned.ts'
import { type Notice, takeNotices } from '#server/store/notifications/notices.ts'
import { subscribeByItself } from '#server/store/notifications/subscriptions.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** So many are decided in one transaction. */
const SLICE = 200

/** What whoever has an issue hears of it; of all else those who follow it. */
const OF_ASSIGNEES: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['assigned', 'regressed', 'escalating'])

/** Decides who hears by themselves of what happened. True while there may be more. */
export async function decidePeople(trx: Transaction<Database>, now: number): Promise<boolean> {
  const notices = await takeNotices(trx, SLICE)
  if (notices.length === 0) return false
  await followAssigned(trx, notices, now)
  const find = await readConcerned(trx, notices)
  const seenBy = new Map<number, Set<number>>()
  const rows = []
  for (const notice of notices) {
    const { id: _id, actorId, ...told } = notice
    const { projectId } = notice
    const sees = seenBy.get(projectId) ?? (await listWhoSees(trx, projectId))
    seenBy.set(projectId, sees)
    for (const [accountId, { reason, windowEndsAt }] of find(notice)) {
      if (accountId === actorId || !sees.has(accountId)) continue
      const dueAt = notice.isUrgent ? now : Math.max(now, windowEndsAt)
      rows.push({ ...told, accountId, reason, dueAt })
    }
  }
  await insertAccountNotices(trx, rows)
  return notices.length === SLICE
}

/** An assignment by a person has done this already. */
async function followAssigned(
  trx: Transaction<Database>,
  notices: readonly Notice[],
  now: number,
): Promise<void> {
  const byRule = notices.filter(({ kind, activityId }) => kind === 'assigned' && activityId === null)
  for (const { issueId, projectId } of byRule) {
    const accountIds = (await listAssigned(trx, [issueId])).map(({ accountId }) => accountId)
    await subscribeByItself(trx, [{ id: issueId, projectId }], { accountIds, now })
  }
}

type Find = (notice: Notice) => Map<number, { reason: NoticeReason; windowEndsAt: number }>

/** Gives who is concerned by a notice, each with the first reason of which they want to hear. */
async function readConcerned(trx: Transaction<Database>, notices: readonly Notice[]): Promise<Find> {
  const issueIds = [...new Set(notices.map(({ issueId }) => issueId))]
  const comments = notices.flatMap(({ kind, activityId }) =>
    kind === 'comment' && activityId !== null ? [activityId] : [],
  )
  const assigned = Map.groupBy(await listAssigned(trx, issueIds), ({ issueId }) => issueId)
  const subscribed = Map.groupBy(await listSubscribed(trx, issueIds), ({ issueId }) => issueId)
  const mentioned = Map.groupBy(await listMentioned(trx, comments), ({ activityId }) => activityId)
  const chosen = await listChoices(trx)
  const choices = new Map(chosen.map((one) => [one.accountId, one]))
  const ofRules = chosen.filter((one) => one.choices.ways.rules.length > 0)

  return ({ kind, issueId, activityId }) => {
    const found: ReturnType<Find> = new Map()
    const add = (accountId: number, reason: NoticeReason) => {
      const { choices: own, window } = choices.get(accountId) ?? UNCHOSEN
      if (!found.has(accountId) && own.ways[reason].length > 0)
        found.set(accountId, { reason, windowEndsAt: window.endsAt })
    }
    if (kind === 'rule') {
      for (const { accountId } of ofRules) add(accountId, 'rules')
      return found
    }
    const followers = subscribed.get(issueId) ?? []
    const isEnded = (accountId: number) => followers.some((one) => one.accountId === accountId && !one.isOn)
    for (const { accountId } of mentioned.get(activityId ?? 0) ?? []) add(accountId, 'mentioned')
    for (const { accountId } of OF_ASSIGNEES.has(kind) ? (assigned.get(issueId) ?? []) : [])
      if (kind === 'assigned' || !isEnded(accountId)) add(accountId, 'assigned')
    for (const { accountId, isOn } of followers) if (isOn) add(accountId, 'subscribed')
    return found
  }
}
