import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listEditableIssues, setState } from '#server/store/issues/changes/edits.ts'
import { listLinksTo, noteTheirs } from '#server/store/trackers/links.ts'
import { findTracker } from '#server/store/trackers/trackers.ts'
import { TRACKERS } from '../kinds/adapters.ts'
import type { ReceivedHook, RemoteIssue } from '../kinds/tracker-kind.ts'

export interface ReceiveOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  /** It is called after a change to issues is stored. */
  onIssueChange: (change: IssueChange) => void
}

/**
 * Takes what a tracker sent. `unknown`: there is no such tracker, or it did not sign; strangers read the same in both cases.
 */
export async function receiveHook(
  trackerId: number,
  hook: ReceivedHook,
  options: ReceiveOptions,
): Promise<'unknown' | 'taken'> {
  const tracker = await findTracker(options.store.db, trackerId)
  const {
    remote,
    label = '',
    nameOf,
  } = tracker ? TRACKERS[tracker.kind] : { remote: undefined, nameOf: () => '' }
  if (tracker === undefined || remote === undefined || tracker.hookSecret === null) return 'unknown'
  const read = remote.readHook(hook, tracker.hookSecret)
  if (read === 'unsigned') return 'unknown'
  if (read !== 'other')
    await follow(
      { trackerId, projectId: tracker.projectId, who: `${label} ${nameOf(tracker.settings)}` },
      read,
      options,
    )
  return 'taken'
}

/**
 * Makes our issues what the tracker's is. What it says again, and what is not newer than what is known, changes nothing: that is
 * how a repeat, and the echo of what we told it ourselves, end here.
 */
async function follow(
  { trackerId, projectId, who }: { trackerId: number; projectId: number; who: string },
  { number, state, updatedAt }: RemoteIssue,
  { store, clock, onIssueChange }: ReceiveOptions,
): Promise<void> {
  if ((await listLinksTo(store.db, { trackerId, number })).length === 0) return
  await store.settle([projectId]) // events that came before must not count as new ones
  const ours = state === 'closed' ? 'resolved' : 'open'
  const changed = await store.write(async (trx) => {
    const links = await listLinksTo(trx, { trackerId, number })
    const news = links.filter((link) => link.theirs !== state && link.theirsAt < updatedAt)
    if (news.length === 0) return []
    const issues = await listEditableIssues(
      trx,
      news.map(({ issueId }) => issueId),
    )
    const others = issues.filter(({ status }) =>
      ours === 'resolved' ? status !== 'resolved' : status === 'resolved',
    )
    const editor = { actor: { name: who }, now: clock() }
    if (others.length > 0)
      await setState(
        trx,
        others,
        ours === 'resolved'
          ? { status: 'resolved', resolution: { kind: 'now' } }
          : { status: 'open', substatus: null },
        editor,
      )
    for (const { id } of news) await noteTheirs(trx, id, { theirs: state, theirsAt: updatedAt, ours })
    return others.map(({ id }) => id)
  })
  if (changed.length === 0) return
  onIssueChange({
    kind: ours === 'resolved' ? 'resolved' : 'reopened',
    issueIds: changed,
    projectIds: [projectId],
    by: who,
  })
}
