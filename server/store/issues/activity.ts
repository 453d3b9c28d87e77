import type { Kysely, Transaction } from 'kysely'
import type { Mention } from '#server/models/accounts/mention.ts'
import type { NoticeKind } from '#server/models/alerts/notices.ts'
import type { IgnoredUntil, Resolution } from '#server/processing/life-cycle.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import { insertNotices } from '#server/store/notifications/notices.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type Before, formatBefore } from './undo/before.ts'

/** What happened to an issue, with what its sentence needs. */
export type ActivityEntry =
  | { kind: 'resolved'; data: { resolution: Resolution } }
  | { kind: 'ignored'; data: { until: IgnoredUntil } }
  | { kind: 'first-seen' | 'archived' | 'reopened' | 'lapsed'; data: Record<string, never> }
  /** `was` and `why` are there where an account or a team is gone. */
  | { kind: 'unassigned'; data: { was?: string; why?: 'account-removed' | 'team-deleted' } }
  /** An event did it; `escalating` follows after the issue was ignored. */
  | { kind: 'regressed' | 'escalating'; data: { eventId: string; release: string | null } }
  /** `rule` is the ownership rule by which the desk did it. */
  | { kind: 'assigned'; data: { assignee: string; rule?: string } }
  | { kind: 'comment'; data: { text: string; editedAt?: number; mentions?: Mention[] } }
  /** Short ids of what came in. */
  | { kind: 'merged'; data: { issues: string[] } }
  /** The other issue of a split. */
  | { kind: 'split-off' | 'split-from'; data: { issueId: number; shortId: string } }
  /** Somebody undid a change of this kind. */
  | { kind: 'undone'; data: { change: string } }
  /** A rule told these channels of it; `step` is there where nobody had acknowledged it. */
  | { kind: 'alerted'; data: { rule: string; channels: string[]; step?: number } }
  /** Somebody takes care of it, or no longer does. */
  | { kind: 'acknowledged' | 'unacknowledged'; data: Record<string, never> }
  /** An issue of another tracker: `closed` and `reopened` are what the desk did there. */
  | { kind: 'tracker'; data: { did: TrackerDeed; name: string; url: string } }

export type TrackerDeed = 'created' | 'linked' | 'unlinked' | 'closed' | 'reopened'

export interface NewActivity {
  entry: ActivityEntry
  projectId: number
  issueId: number
  /** Only changes by an account can be undone: a token shows no notice with Undo. */
  before?: Before | undefined
}

/** An account, or whoever else has a name (a token), or the desk itself. */
export type Actor = { accountId: number } | { name: string } | undefined

export interface ActivityRow {
  id: number
  /** The account's; null for the desk and for tokens. */
  accountId: number | null
  /** The name of an account or a token; an account without a name has its email. Null for the desk. */
  who: string | null
  /** The account's; null for the desk and for tokens, and once the account was removed. */
  email: string | null
  createdAt: number
}

export type Activity = ActivityEntry & ActivityRow

/** Gives the ids of the new lines, which follow one another. */
export async function recordActivities(
  trx: Transaction<Database>,
  activities: readonly NewActivity[],
  { actor, now }: { actor: Actor; now: number },
): Promise<number[]> {
  const accountId = actor && 'accountId' in actor ? actor.accountId : null
  const by = actor && 'name' in actor ? { by: actor.name } : {}
  const rows = activities.map(({ projectId, issueId, entry: { kind, data }, before }) => ({
    project_id: projectId,
    issue_id: issueId,
    kind,
    account_id: accountId,
    data: JSON.stringify({ ...data, ...by }),
    created_at: now,
    undo: before === undefined || accountId === null ? null : formatBefore(before),
  }))
  if (rows.length === 0) return []
  const inserted = await trx.insertInto('issue_activity').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id)
  await noteForPeople(trx, activities, { ids, accountId, now })
  return ids
}

/** Those whose line is there for people to hear of. What the desk did by itself is noted where it is decided. */
const HEARD: ReadonlySet<string> = new Set([
  ...(['assigned', 'comment', 'resolved', 'ignored', 'archived', 'reopened'] satisfies NoticeKind[]),
])

async function noteForPeople(
  trx: Transaction<Database>,
  activities: readonly NewActivity[],
  { ids, accountId, now }: { ids: readonly number[]; accountId: number | null; now: number },
): Promise<void> {
  const notices = activities.flatMap(({ projectId, issueId, entry }, place) => {
    if (!HEARD.has(entry.kind)) return []
    const kind = entry.kind as NoticeKind // of the set
    const activityId = ids[place] ?? null
    return [
      { projectId, issueId, kind, activityId, actorId: accountId, ruleId: null, isUrgent: false, at: now },
    ]
  })
  await insertNotices(trx, notices)
}

/** Newest first. */
export async function listActivities(
  db: Kysely<Database>,
  issueId: number,
  limit: number,
): Promise<Activity[]> {
  const rows = await selectActivities(db, { issueId, limit })
  return rows.map(({ kind, data, name, ...row }) => {
    const { by, ...rest } = JSON.parse(data) as { by?: string } // written by recordActivities, or by the aggregate
    return { ...row, who: name || row.email || (by ?? null), kind, data: rest } as Activity // as above: kind and data belong together
  })
}

const selectActivities = prepareQuery((db, { issueId, limit }: { issueId: number; limit: number }) =>
  db
    .selectFrom('issue_activity')
    .leftJoin('account', 'account.id', 'issue_activity.account_id')
    .select([
      'issue_activity.id',
      'issue_activity.kind',
      'issue_activity.data',
      'issue_activity.account_id as accountId',
      'account.email',
      'account.name',
      'issue_activity.created_at as createdAt',
    ])
    .where('issue_activity.issue_id', '=', issueId)
    .orderBy('issue_activity.id', 'desc')
    .limit(limit),
)
