import type { Transaction } from 'kysely'
import { isRowId } from '#server/desk/row-id.ts'
import { mapEvent } from '#server/desk/sourcemaps/map-event.ts'
import type { Actor as AuditActor } from '#server/models/accounts/actor.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { Mention } from '#server/models/accounts/mention.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { hasLapsed, type IssueState } from '#server/processing/life-cycle.ts'
import { titleOf } from '#server/processing/title.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type Activity, type Actor, listActivities, recordActivities } from '#server/store/issues/activity.ts'
import { toAssignee } from '#server/store/issues/assignees.ts'
import { listEditableIssues, listProjectsOfIssues } from '#server/store/issues/changes/edits.ts'
import { listMoving } from '#server/store/issues/changes/moves.ts'
import { recountSlice } from '#server/store/issues/changes/recounts.ts'
import {
  findNewestOfGroupings,
  type GroupingRow,
  listGroupings,
  splitIssue,
} from '#server/store/issues/changes/split.ts'
import { deleteComment, editComment, type OwnComment } from '#server/store/issues/comments.ts'
import { findHandlingRow, type IssueMarks, readIssueMarks } from '#server/store/issues/handling.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { saveMentions } from '#server/store/issues/mentions.ts'
import { parseState } from '#server/store/issues/state.ts'
import { countOfIssue, type StoredOfIssue } from '#server/store/maintenance/count-of-issue.ts'
import { subscribeByItself } from '#server/store/notifications/subscriptions.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { changeLimits } from './changes/change.ts'
import { type ChangeIssues, createIssueChanger } from './changes/change-issues.ts'
import { createUndo, formatUndoHandle, type UndoChange } from './changes/undo-change.ts'
import { findMentions } from './mentions.ts'

/** What a viewer does with issues. Each call is one transaction, and leaves a line in the activity of each issue. */
export interface IssueActions {
  change: ChangeIssues
  /** Makes issues what they were before a change of the viewer's; refused when one of them has changed since. */
  undo: UndoChange
  /** Makes a new issue of some of an issue's grouping keys. */
  split(issueId: number, groupingIds: readonly number[]): Promise<IssueSplit | Refusal>
  addComment(issueId: number, text: string): Promise<{ commentId: number } | Refusal>
  /** Only the author may edit a comment. */
  editComment(issueId: number, commentId: number, text: string): Promise<{ commentId: number } | Refusal>
  /** Only the author may delete a comment. */
  deleteComment(issueId: number, commentId: number): Promise<{ commentId: number } | Refusal>
  findHandling(issueId: number): Promise<IssueHandling | undefined>
  /** Reads whether the viewer has bookmarked or follows each issue, and how many comments it has. */
  readMarks(issueIds: readonly number[]): Promise<ReadonlyMap<number, IssueMarks>>
  /** Counts what would be deleted with an issue. */
  countStored(issueId: number): Promise<StoredOfIssue | undefined>
}

/** The issue that was split off. */
export interface IssueSplit {
  issueId: number
  shortId: string
  /** The short id of the other one. */
  from: string
  /** Names the change for `undo`; absent where it cannot be undone. */
  undo?: string
}

/** The state of an issue, and what was done with it. */
export interface IssueHandling {
  state: IssueState
  /** Null for an issue that has been open since its first event. */
  stateSince: number | null
  /** The event that reopened it; null when none did. */
  regression: { eventId: string; at: number } | null
  /** Null when it is unassigned. */
  assignee: Assignee | null
  isBookmarked: boolean
  isSubscribed: boolean
  /** The newest first. */
  activity: Activity[]
  /** The grouping keys that lead to it: more than one when it was merged. */
  groupings: GroupingRow[]
}

const ACTIVITIES_SHOWN = 100
const RECOUNTED_AT_ONCE = 16
const STILL_MOVING = 'its events are still being moved; try again in a moment'

interface ActionOptions {
  viewer: { id: number; email: string } | undefined
  by: AuditActor
  clock: () => number
  onIssueChange?: ((change: IssueChange) => void) | undefined
}

export function createIssueActions(
  store: Store,
  { viewer, by, clock, onIssueChange }: ActionOptions,
): IssueActions {
  const { db } = store
  const actor: Actor = viewer && (viewer.id === 0 ? { name: viewer.email } : { accountId: viewer.id }) // tokens have no id here
  const editor = () => ({ actor, now: clock() })
  const notify = (change: Omit<IssueChange, 'by'>) =>
    onIssueChange?.({ ...change, by: viewer?.email ?? null })
  const notifyComment = async (issueId: number) =>
    notify({
      kind: 'commented',
      issueIds: [issueId],
      projectIds: await listProjectsOfIssues(db, [issueId]),
    })

  return {
    change: createIssueChanger(store, { editor, by, notify }),
    undo: createUndo(store, editor, notify),
    async split(issueId, groupingIds) {
      const known = new Set((await listGroupings(db, issueId)).map(({ id }) => id))
      const chosen = groupingIds.filter((id) => known.has(id))
      if (chosen.length === 0) return cannotSplit('no group is selected')
      if (chosen.length === known.size) return cannotSplit('at least one group must remain')
      const place = await findNewestOfGroupings(db, issueId, chosen)
      if (!place) return cannotSplit('all events of the selected groups have expired')
      const { payload } = await mapEvent(db, place.projectId, await getPayload(db, place))
      const made = await orStillCounting(
        store.writeAlone([place.projectId], async (trx) => {
          const [issue] = await listEditableIssues(trx, [issueId])
          if ((await listMoving(trx, [issueId])).length > 0) return cannotSplit(STILL_MOVING)
          // Another viewer may have merged or split it since.
          const stillThere = await listGroupings(trx, issueId)
          if (!issue || stillThere.length !== known.size) return cannotSplit('it has changed in the meantime')
          const { level } = payload
          const split = { groupingIds: chosen, title: titleOf(payload), level, lastSeen: place.receivedAt }
          const made = await splitIssue(trx, issue, split, editor())
          return { ...made, from: formatShortId(issue), projectId: issue.projectId }
        }),
      )
      if (made instanceof StillCounting) return cannotSplit(made.message)
      if ('refusal' in made) return made
      await orStillCounting(recountSome(store)) // the upkeep counts later then
      notify({ kind: 'split', issueIds: [issueId, made.issueId], projectIds: [made.projectId] })
      const { shortId, from, activityIds } = made
      const undo = formatUndoHandle(activityIds)
      return { issueId: made.issueId, shortId, from, ...(undo !== undefined && { undo }) }
    },
    async addComment(issueId, text) {
      const refusal = commentRefusal(text)
      if (refusal) return refusal
      const added = await store.write(async (trx) => {
        const [issue] = isRowId(issueId) ? await listEditableIssues(trx, [issueId]) : []
        if (!issue) return { refusal: 'Cannot comment: there is no such issue' }
        const { projectId } = issue
        const mentions = await findMentions(trx, projectId, text)
        const entry = { kind: 'comment' as const, data: { text, ...(mentions.length > 0 && { mentions }) } }
        const [commentId] = await recordActivities(trx, [{ entry, projectId, issueId }], editor())
        if (commentId === undefined) throw new Error('Cannot comment: the new comment was not stored')
        await saveMentions(trx, { projectId, activityId: commentId }, mentions)
        await followComment(trx, { id: issueId, projectId }, { mentions, ...editor() })
        return { commentId }
      })
      if (!('refusal' in added)) await notifyComment(issueId)
      return added
    },
    async editComment(issueId, commentId, text) {
      const refusal = commentRefusal(text)
      if (refusal) return refusal
      const own = { id: commentId, issueId, actor }
      const change = { text, now: clock() }
      const isIssue = isRowId(issueId) && isRowId(commentId)
      const isEdited = isIssue && (await store.write((trx) => editMentioning(trx, own, change)))
      if (!isEdited) return { refusal: 'Cannot edit the comment: there is no such comment of yours' }
      await notifyComment(issueId)
      return { commentId }
    },
    async deleteComment(issueId, commentId) {
      const own = { id: commentId, issueId, actor }
      const isDeleted = isRowId(commentId) && (await store.write((trx) => deleteComment(trx, own)))
      if (!isDeleted) return { refusal: 'Cannot delete the comment: there is no such comment of yours' }
      await notifyComment(issueId)
      return { commentId }
    },
    async countStored(issueId) {
      const issue = isRowId(issueId) ? await findIssueRow(db, issueId) : undefined
      return issue && countOfIssue(db, issue)
    },
    readMarks: (issueIds) => readIssueMarks(db, { issueIds, accountId: viewer?.id ?? 0 }),
    async findHandling(issueId) {
      const row = isRowId(issueId) ? await findHandlingRow(db, issueId, viewer?.id ?? 0) : undefined
      if (!row) return undefined
      const [activity, groupings] = await Promise.all([
        listActivities(db, issueId, ACTIVITIES_SHOWN),
        listGroupings(db, issueId),
      ])
      const state = parseState(row)
      return {
        state: hasLapsed(state, clock()) ? { status: 'open', substatus: null } : state,
        stateSince: row.stateSince,
        regression:
          row.regressedEventId === null || row.regressedAt === null
            ? null
            : { eventId: row.regressedEventId, at: row.regressedAt },
        assignee: toAssignee(row),
        isBookmarked: row.isBookmarked === 1,
        isSubscribed: row.isSubscribed === 1,
        activity: activity.length < ACTIVITIES_SHOWN ? [...activity, firstSeen(row.firstSeen)] : activity,
        groupings,
      }
    },
  }
}

/** Edits a comment, and stores whom it mentions now. False when there is no such comment of theirs. */
async function editMentioning(
  trx: Transaction<Database>,
  own: OwnComment,
  { text, now }: { text: string; now: number },
): Promise<boolean> {
  const [issue] = await listEditableIssues(trx, [own.issueId])
  if (issue === undefined) return false
  const { projectId } = issue
  const mentions = await findMentions(trx, projectId, text)
  if (!(await editComment(trx, own, { text, now, mentions }))) return false
  await saveMentions(trx, { projectId, activityId: own.id }, mentions)
  await followComment(trx, { id: own.issueId, projectId }, { mentions, actor: own.actor, now })
  return true
}

/** Whoever comments on an issue, and whoever a comment mentions by name, follows it from then on. */
async function followComment(
  trx: Transaction<Database>,
  issue: { id: number; projectId: number },
  { mentions, actor, now }: { mentions: readonly Mention[]; actor: Actor; now: number },
): Promise<void> {
  const mentioned = mentions.flatMap(({ type, id }) => (type === 'user' ? [id] : []))
  const own = actor && 'accountId' in actor ? [actor.accountId] : []
  await subscribeByItself(trx, [issue], { accountIds: [...new Set([...own, ...mentioned])], now })
}

/** Recounts enough for two issues of a few events; the upkeep counts the rest of larger ones. */
async function recountSome(store: Store): Promise<void> {
  for (let slice = 0; slice < 2; slice++) {
    let events = 0
    if (!(await recountSlice(store, () => ++events < RECOUNTED_AT_ONCE))) return
  }
}

/** It is known without a row of its own. */
function firstSeen(createdAt: number): Activity {
  return { id: 0, kind: 'first-seen', data: {}, accountId: null, who: null, email: null, createdAt }
}

function cannotSplit(reason: string): Refusal {
  return { refusal: `Cannot split the issue: ${reason}`, field: 'grouping' }
}

function commentRefusal(text: string): Refusal | undefined {
  if (text.trim() !== '' && text.length <= changeLimits.commentChars) return undefined
  return {
    refusal: `Cannot comment: a comment must have 1 to ${changeLimits.commentChars} characters`,
    field: 'text',
  }
}
