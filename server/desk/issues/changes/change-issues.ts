import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { IssueChange, IssueRequest, IssuesChanged } from '#server/models/issue-changes.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { ESCALATION_HOURS, escalationLimit } from '#server/processing/escalation.ts'
import { type IgnoredUntil, type IssueState, resolutionIn } from '#server/processing/life-cycle.ts'
import { formatShortId, parseShortId } from '#server/protocol/short-id.ts'
import { HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findAssignee } from '#server/store/accounts/members/find-assignee.ts'
import { StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  assign,
  type EditableIssue,
  type Editor,
  listEditableIssues,
  listProjectsOfIssues,
  setBookmark,
  setState,
} from '#server/store/issues/changes/edits.ts'
import { mergeIssues } from '#server/store/issues/changes/merge.ts'
import { listMoving } from '#server/store/issues/changes/moves.ts'
import { findIssueByNumber } from '#server/store/issues/handling.ts'
import { readHourlyCounts } from '#server/store/issues/history.ts'
import { dropOldUndo } from '#server/store/issues/undo/before.ts'
import { markDeleted } from '#server/store/maintenance/delete-issues.ts'
import { setSubscription } from '#server/store/notifications/subscriptions.ts'
import { listKnownReleases } from '#server/store/releases/known-releases.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { changeKindOf, changeLimits, refusalOf } from './change.ts'
import { formatUndoHandle } from './undo-change.ts'

type Change<Kind extends IssueRequest['kind']> = IssueRequest & { kind: Kind }

/** Does all requests for all issues in one transaction, or none of them. Issues that are gone are passed over. */
export type ChangeIssues = (
  issueIds: readonly number[],
  requests: readonly IssueRequest[],
) => Promise<IssuesChanged | Refusal>

interface ChangerOptions {
  editor: () => Editor
  /** Whom the audit log names. */
  by: Actor
  /** It is called with each change that was made. */
  notify: (change: Omit<IssueChange, 'by'>) => void
}

export function createIssueChanger(
  store: Store,
  { editor, by: actor, notify }: ChangerOptions,
): ChangeIssues {
  return async (issueIds, requests) => {
    const refusal = requests.map(refusalOf).find((found) => found !== undefined)
    if (refusal) return refuse(refusal.reason, refusal.field)
    const ids = [...new Set(issueIds)].filter((id) => Number.isSafeInteger(id) && id > 0)
    if (ids.length > changeLimits.issues)
      return refuse(`at most ${changeLimits.issues} can be changed at once`)
    if (ids.length === 0) return { issueIds: [], shortIds: [] }
    const by = editor()
    let projectIds: number[] = []
    try {
      const write = await writeFor(store, ids, requests)
      const done = await write(async (trx) => {
        const issues = await listEditableIssues(trx, ids)
        projectIds = [...new Set(issues.map(({ projectId }) => projectId))]
        const { mergedInto, activityIds } = await applyAll(trx, issues, requests, by)
        await recordForGood(trx, { ...actor, at: by.now }, { requests, issues, mergedInto })
        const undo = formatUndoHandle(activityIds)
        return {
          issueIds: issues.map(({ id }) => id),
          shortIds: issues.map(formatShortId),
          ...(mergedInto && { mergedInto: mergedInto.id, mergedIntoShortId: formatShortId(mergedInto) }),
          ...(undo !== undefined && { undo }),
        }
      })
      const { issueIds, mergedInto } = done
      const touched = mergedInto === undefined ? issueIds : [...new Set([mergedInto, ...issueIds])]
      for (const kind of issueIds.length === 0 ? [] : requests.map(changeKindOf)) {
        if (kind) notify({ kind, issueIds: touched, projectIds })
      }
      return done
    } catch (error) {
      if (error instanceof Refused) return error.refusal
      if (error instanceof StillCounting) return refuse(error.message)
      throw error
    }
  }
}

/** What is gone has no history of its own: deletions, and what was merged into another issue. */
async function recordForGood(
  trx: Transaction<Database>,
  by: Actor & { at: number },
  changed: {
    requests: readonly IssueRequest[]
    issues: EditableIssue[]
    mergedInto?: EditableIssue | undefined
  },
): Promise<void> {
  const { requests, issues, mergedInto } = changed
  const names = issues.map(formatShortId)
  if (issues.length > 0 && requests.some(({ kind }) => kind === 'delete'))
    await recordAudit(trx, { ...by, action: 'issue.delete', target: names.join(', ') })
  if (mergedInto !== undefined) {
    const details = { merged: names }
    await recordAudit(trx, { ...by, action: 'issue.merge', target: formatShortId(mergedInto), details })
  }
}

/** Merges and deletions move counts. For the others, events that were stored before must not count as new ones. */
async function writeFor(
  store: Store,
  issueIds: readonly number[],
  requests: readonly IssueRequest[],
): Promise<Store['write']> {
  const projectIds = await listProjectsOfIssues(store.db, issueIds)
  if (requests.some(({ kind }) => kind === 'merge' || kind === 'delete'))
    return (fn) => store.writeAlone(projectIds, fn)
  if (requests.some(({ kind }) => !['assign', 'assign-team', 'bookmark', 'subscribe'].includes(kind)))
    await store.settle(projectIds)
  return store.write
}

/** It is thrown inside the transaction, so that nothing of it stays. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(reason: string, field?: string) {
    super(reason)
    this.refusal = refuse(reason, field)
  }
}

function refuse(reason: string, field?: string): Refusal {
  return { refusal: `Cannot change issues: ${reason}`, ...(field === undefined ? {} : { field }) }
}

interface Applied {
  mergedInto?: EditableIssue
  /** Those of the change that can be undone. */
  activityIds: number[]
}

async function applyAll(
  trx: Transaction<Database>,
  issues: EditableIssue[],
  requests: readonly IssueRequest[],
  by: Editor,
): Promise<Applied> {
  let applied: Applied = { activityIds: [] }
  if (issues.length === 0) return applied
  for (const request of requests) {
    const { activityIds, ...rest } = await apply(trx, issues, request, by)
    applied = { ...applied, ...rest, activityIds: [...applied.activityIds, ...activityIds] }
  }
  // A token's changes cannot be undone. Nor can several changes at once, which only the API makes.
  const accountId = by.actor && 'accountId' in by.actor ? by.actor.accountId : undefined
  if (accountId === undefined || requests.length > 1) return { ...applied, activityIds: [] }
  await dropOldUndo(trx, accountId, by.now)
  return applied
}

async function apply(
  trx: Transaction<Database>,
  issues: EditableIssue[],
  request: IssueRequest,
  by: Editor,
): Promise<Applied> {
  switch (request.kind) {
    case 'assign':
    case 'assign-team':
      return { activityIds: await assign(trx, issues, await assigneeOf(trx, issues, request), by) }
    case 'bookmark':
      if (!by.actor || !('accountId' in by.actor)) throw new Refused('a token has no bookmarks')
      await setBookmark(trx, issues, by.actor.accountId, request.isBookmarked)
      return { activityIds: [] }
    case 'subscribe':
      if (!by.actor || !('accountId' in by.actor)) throw new Refused('a token has no subscriptions')
      await setSubscription(trx, issues, {
        accountId: by.actor.accountId,
        isOn: request.isSubscribed,
        now: by.now,
      })
      return { activityIds: [] }
    case 'merge':
      return merge(trx, issues, request, by)
    case 'delete':
      await markDeleted(trx, issues, by.now)
      return { activityIds: [] }
    case 'resolve-in-next-release':
      return { activityIds: await resolveInRelease(trx, issues, null, by) }
    case 'resolve-in-release':
      return { activityIds: await resolveInRelease(trx, issues, request.release, by) }
    case 'ignore-until-escalating':
      return { activityIds: await ignoreUntilEscalating(trx, issues, by) }
    default:
      return { activityIds: await setState(trx, issues, stateOf(request, by.now), by) }
  }
}

/** Those whose state is the same for all issues. */
type StateRequest = Exclude<
  IssueRequest,
  | { kind: 'assign' | 'assign-team' | 'bookmark' | 'subscribe' | 'merge' | 'delete' }
  | { kind: 'resolve-in-next-release' | 'resolve-in-release' | 'ignore-until-escalating' }
>

function stateOf(request: StateRequest, now: number): IssueState {
  const ignored = (until: IgnoredUntil): IssueState => ({ status: 'ignored', until })
  switch (request.kind) {
    case 'reopen':
      return { status: 'open', substatus: null }
    case 'archive':
      return { status: 'archived' }
    case 'resolve':
      return { status: 'resolved', resolution: { kind: 'now' } }
    case 'ignore':
      return ignored({ kind: 'forever' })
    case 'ignore-for':
      return ignored({ kind: 'time', until: now + request.minutes * MINUTE_MS })
    case 'ignore-until-events':
      return ignored({ ...request, kind: 'events' })
    case 'ignore-until-users':
      return ignored({ ...request, kind: 'users', periodMinutes: request.periodMinutes ?? null })
    case 'ignore-environment':
      return ignored({ kind: 'environment', environment: request.environment })
  }
}

async function resolveInRelease(
  trx: Transaction<Database>,
  issues: EditableIssue[],
  release: string | null,
  by: Editor,
): Promise<number[]> {
  const activityIds: number[] = []
  for (const [projectId, own] of Map.groupBy(issues, (issue) => issue.projectId)) {
    const resolution = resolutionIn(release, await listKnownReleases(trx, projectId))
    activityIds.push(...(await setState(trx, own, { status: 'resolved', resolution }, by)))
  }
  return activityIds
}

/** Each issue has a limit of its own, which the writer compares with. */
async function ignoreUntilEscalating(
  trx: Transaction<Database>,
  issues: EditableIssue[],
  by: Editor,
): Promise<number[]> {
  const fromHour = Math.floor(by.now / HOUR_MS) - ESCALATION_HOURS + 1
  const limits = new Map<number, number>()
  for (const issue of issues) {
    const counts = await readHourlyCounts(trx, issue, { fromHour, hours: ESCALATION_HOURS })
    limits.set(issue.id, escalationLimit(counts))
  }
  const activityIds: number[] = []
  for (const [hourlyLimit = 0, alike] of Map.groupBy(issues, ({ id }) => limits.get(id))) {
    const state: IssueState = { status: 'ignored', until: { kind: 'escalating', hourlyLimit } }
    activityIds.push(...(await setState(trx, alike, state, by)))
  }
  return activityIds
}

async function assigneeOf(
  trx: Transaction<Database>,
  issues: readonly EditableIssue[],
  request: Change<'assign' | 'assign-team'>,
) {
  if (request.kind === 'assign' && request.accountId === null) return null
  const projectIds = [...new Set(issues.map(({ projectId }) => projectId))]
  const found = await findAssignee(trx, request, projectIds)
  if ('refusal' in found) throw new Refused(found.refusal, 'account')
  return found
}

async function merge(
  trx: Transaction<Database>,
  issues: EditableIssue[],
  { into }: Change<'merge'>,
  by: Editor,
): Promise<Applied> {
  const named = into === undefined ? undefined : await findNamed(trx, into)
  const [target] = named ? [named] : issues.toSorted(byWeight)
  const others = issues.filter(({ id }) => id !== target?.id)
  if (!target || others.length === 0) throw new Refused('a merge needs two issues', 'into')
  if (others.some(({ projectId }) => projectId !== target.projectId)) {
    throw new Refused('only issues of one project can be merged', 'into')
  }
  const ids = [target, ...others].map(({ id }) => id)
  // A merge into an issue continues when that issue is merged itself, but the counts of a split are still moving.
  if ((await listMoving(trx, ids)).some((id) => ids.includes(id)))
    throw new Refused('its events are still being moved; try again in a moment', 'into')
  const activityIds = await mergeIssues(trx, target, others, by)
  return { mergedInto: target, activityIds }
}

async function findNamed(trx: Transaction<Database>, shortId: string): Promise<EditableIssue> {
  const parsed = parseShortId(shortId)
  const id = parsed && (await findIssueByNumber(trx, parsed))
  const [issue] = id === undefined ? [] : await listEditableIssues(trx, [id])
  if (!issue) throw new Refused('there is no issue with this short id', 'into')
  return issue
}

/** An open issue must not vanish in a resolved one; after that, more events count, and then age. */
function byWeight(a: EditableIssue, b: EditableIssue): number {
  const isOpen = (issue: EditableIssue) => Number(issue.status === 'open')
  return isOpen(b) - isOpen(a) || b.eventCount - a.eventCount || a.id - b.id
}
