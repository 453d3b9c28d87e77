import type { AlertUpdate } from '#server/models/alerts/messages.ts'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'
import type { StoredNotice } from '#server/store/notifications/account-notices.ts'
import type { ToldActivity } from '#server/store/notifications/told-activities.ts'

/** What happened, of which an account hears. */
export interface Told {
  notice: Pick<StoredNotice, 'reason' | 'kind' | 'isUrgent'>
  /** Undefined where there is no line of it, or it was deleted since. */
  activity: ToldActivity | undefined
  /** Of `rule`. */
  ruleName: string | undefined
  /** What happened to something that is no issue: "Monitor missed a run". */
  beginning?: string | undefined
}

const BY_ITSELF: Partial<Record<NoticeKind, string>> = {
  regressed: 'It happened again after it was resolved',
  escalating: 'It got worse while it was ignored',
}

const DONE: Partial<Record<NoticeKind, string>> = {
  resolved: 'resolved it',
  ignored: 'ignored it',
  archived: 'archived it',
  reopened: 'reopened it',
}

/** Says what happened to an issue, as a line below it. */
export function sayUpdate({ notice, activity, ruleName, beginning }: Told): AlertUpdate {
  const { kind, reason } = notice
  const who = activity?.who ?? 'Crumbtrail'
  if (kind === 'comment') {
    const text = reason === 'mentioned' ? `${who} mentioned you` : `${who} commented`
    return { text, quote: activity?.kind === 'comment' ? activity.data.text : undefined }
  }
  if (kind === 'assigned') return { text: sayAssigned({ reason, activity, who }), quote: undefined }
  if (kind === 'rule') {
    const rule = `The rule “${ruleName ?? 'deleted'}” told of it`
    return {
      text: beginning === undefined ? rule : `${beginning}: ${ruleName ?? 'a deleted rule'}`,
      quote: undefined,
    }
  }
  const done = DONE[kind]
  return { text: done ? `${who} ${done}` : (BY_ITSELF[kind] ?? 'It changed'), quote: undefined }
}

function sayAssigned({
  reason,
  activity,
  who,
}: {
  reason: NoticeReason
  activity: ToldActivity | undefined
  who: string
}): string {
  if (activity?.kind !== 'assigned') return 'An ownership rule assigned it to you or your team'
  const { assignee } = activity.data
  const isYours = reason === 'assigned' && !assignee.startsWith('#')
  return `${who} assigned it to ${isYours ? 'you' : assignee}`
}

/** The title of a message about one thing: "Ada mentioned you in SHOP-12". */
export function sayTitle(told: Told, shortId: string): string {
  const { kind, reason } = told.notice
  const { text } = sayUpdate(told)
  if (kind === 'comment') return reason === 'mentioned' ? `${text} in ${shortId}` : `${text} on ${shortId}`
  if (kind === 'rule') return `${told.beginning ?? told.ruleName ?? 'Alert'}: ${shortId}`
  if (kind === 'regressed') return `${shortId} came back`
  if (kind === 'escalating') return `${shortId} got worse`
  return text.replace(' it', ` ${shortId}`)
}

export function sayUpdates(count: number, where: string): string {
  return `${count.toLocaleString('en-US')} updates of ${where}`
}

export function saySubjects(
  count: number,
  { areIssues, project }: { areIssues: boolean; project: string | undefined },
): string {
  const subjects = `${count.toLocaleString('en-US')} ${areIssues ? 'issues' : 'subjects'}`
  return project === undefined ? subjects : `${subjects} in ${project}`
}

const BECAUSE: Record<NoticeReason, string> = {
  mentioned: 'someone mentioned you or your team',
  assigned: 'it is assigned to you or your team',
  subscribed: 'you are subscribed to it',
  rules: 'you chose to hear what rules tell of your projects',
}

/** Why a message came, for its end. */
export function sayBecause(reasons: readonly NoticeReason[]): string {
  const [first = 'subscribed', another] = new Set(reasons)
  if (another === undefined) return `You get this because ${BECAUSE[first]}.`
  return 'You get this because of issues that you follow, that are yours, or in which you are mentioned.'
}

export const ACCOUNT_CEILING = 20

export function sayAccountCeiling(): string {
  return `You got ${ACCOUNT_CEILING} mails within an hour, which is the limit. What follows in this hour is only on the desk`
}
