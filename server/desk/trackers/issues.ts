import type { Refusal } from '#server/models/refusal.ts'
import type { LinkedIssue } from '#server/models/trackers/trackers.ts'
import { type Actor, recordActivities } from '#server/store/issues/activity.ts'
import { listEditableIssues } from '#server/store/issues/changes/edits.ts'
import { deleteLink, insertLink, type LinkRow, listLinksOf } from '#server/store/trackers/links.ts'
import { askAgain } from '#server/store/trackers/out-of-step.ts'
import { findTracker, listTrackers, type TrackerRow } from '#server/store/trackers/trackers.ts'
import { TRACKERS } from '#server/trackers/kinds/adapters.ts'
import type { RemoteIssue } from '#server/trackers/kinds/tracker-kind.ts'
import { describeIssue } from '#server/trackers/text/issue-text.ts'
import { newIssueLink, newIssueOf } from '#server/trackers/text/new-issue.ts'
import type { TrackersContext } from './context.ts'
import type { TrackerIssues } from './desk-trackers.ts'

const NO_ISSUE = 'there is no such issue'
const NO_TRACKER = 'there is no such tracker, or it has no token'

export function createTrackerIssues(context: TrackersContext): TrackerIssues {
  const { store, clock, viewer, delivering, readTold } = context
  const actor: Actor = viewer && (viewer.id === 0 ? { name: viewer.email } : { accountId: viewer.id }) // tokens have no id here

  /** Links both, and leaves a line in the issue's history. */
  async function saveLink(
    issueId: number,
    { tracker, found, did }: { tracker: TrackerRow; found: RemoteIssue; did: 'created' | 'linked' },
  ): Promise<{ name: string; url: string } | Refusal> {
    const name = nameOfIssue(tracker, found.number)
    return store.write(async (trx) => {
      const now = clock()
      const [issue] = await listEditableIssues(trx, [issueId])
      if (issue === undefined) return { refusal: `Cannot link the issue: ${NO_ISSUE}` }
      const { projectId, status } = issue
      const link = { projectId, issueId, trackerId: tracker.id, number: found.number, url: found.url }
      const ours = status === 'resolved' ? 'resolved' : 'open'
      const states = { theirs: found.state, theirsAt: found.updatedAt, ours } as const
      if (!(await insertLink(trx, { ...link, ...states }, now)))
        return { refusal: `Cannot link the issue: ${name} is linked already`, field: 'tracker-address' }
      const entry = { kind: 'tracker' as const, data: { did, name, url: found.url } }
      await recordActivities(trx, [{ entry, projectId, issueId }], { actor, now })
      return { name, url: found.url }
    })
  }

  /** The issue's project must be the tracker's. */
  async function findRemote(issueId: number, isWanted: (tracker: TrackerRow) => boolean) {
    const told = await readTold(issueId)
    if (told === undefined) return undefined
    const trackers = await listTrackersOf(context, issueId)
    const tracker = trackers.find((each) => each.settings.token && isWanted(each))
    return { told, tracker }
  }

  async function withLink(
    verb: string,
    { issueId, linkId }: { issueId: number; linkId: number },
    work: 'unlink' | 'retry',
  ): Promise<{ name: string } | Refusal> {
    return store.write(async (trx) => {
      const [issue] = Number.isSafeInteger(issueId) ? await listEditableIssues(trx, [issueId]) : []
      const link = issue && (await listLinksOf(trx, issueId)).find(({ id }) => id === linkId)
      const tracker = link && (await findTracker(trx, link.trackerId))
      if (!link || !tracker) return { refusal: `Cannot ${verb}: it is no longer linked` }
      const name = nameOfIssue(tracker, link.number)
      if (work === 'retry') {
        await askAgain(trx, linkId, { ours: issue.status === 'resolved' ? 'open' : 'resolved', now: clock() })
        return { name }
      }
      await deleteLink(trx, linkId)
      const entry = { kind: 'tracker' as const, data: { did: 'unlinked' as const, name, url: link.url } }
      await recordActivities(trx, [{ entry, projectId: issue.projectId, issueId }], { actor, now: clock() })
      return { name }
    })
  }

  return {
    async listOffers(issueId) {
      const trackers = await listTrackersOf(context, issueId)
      const told = trackers.length === 0 ? undefined : await readTold(issueId)
      if (told === undefined) return []
      const text = describeIssue(told)
      return trackers.map(({ id, kind, settings }) => {
        const adapter = TRACKERS[kind]
        return {
          trackerId: id,
          kindLabel: adapter.label,
          name: adapter.nameOf(settings),
          href: newIssueLink(adapter, settings, text),
          isTwoWay: adapter.remote !== undefined && Boolean(settings.token),
        }
      })
    },
    async listLinked(issueId) {
      if (!Number.isSafeInteger(issueId)) return []
      const links = await listLinksOf(store.db, issueId)
      const trackers = await Promise.all(links.map(({ trackerId }) => findTracker(store.db, trackerId)))
      return links.flatMap((link, index) => {
        const tracker = trackers[index]
        return tracker === undefined ? [] : [toLinked(link, tracker)]
      })
    },
    async createIssue(issueId, trackerId) {
      const found = await findRemote(issueId, ({ id }) => id === trackerId)
      if (found === undefined) return { refusal: `Cannot create the issue: ${NO_ISSUE}` }
      const { told, tracker } = found
      const adapter = tracker && TRACKERS[tracker.kind]
      if (tracker === undefined || adapter?.remote === undefined || delivering === undefined)
        return { refusal: `Cannot create the issue: ${NO_TRACKER}` }
      const issue = newIssueOf(adapter, describeIssue(told))
      const answer = await adapter.remote.create(tracker.settings, issue, delivering.tools)
      if (answer.state === 'done') return saveLink(issueId, { tracker, found: answer.value, did: 'created' })
      const look = answer.state === 'later' ? ' Look there before you try again' : ''
      return { refusal: `Cannot create the issue: ${answer.reason}${look}`.replace(/\.$/, '') }
    },
    async link(issueId, address) {
      const isOf = ({ kind, settings }: TrackerRow) =>
        TRACKERS[kind].remote?.numberOf(settings, address.trim()) !== undefined
      const found = await findRemote(issueId, isOf)
      if (found === undefined) return { refusal: `Cannot link the issue: ${NO_ISSUE}` }
      const { tracker } = found
      const remote = tracker && TRACKERS[tracker.kind].remote
      const number = tracker && remote?.numberOf(tracker.settings, address.trim())
      if (!tracker || !remote || number === undefined || delivering === undefined) {
        const refusal =
          'Cannot link the issue: this is not the address of an issue of this project’s trackers'
        return { refusal, field: 'tracker-address' }
      }
      const answer = await remote.find(tracker.settings, number, delivering.tools)
      if (answer.state === 'done') return saveLink(issueId, { tracker, found: answer.value, did: 'linked' })
      return {
        refusal: `Cannot link the issue: ${answer.reason}`.replace(/\.$/, ''),
        field: 'tracker-address',
      }
    },
    unlink: (issueId, linkId) => withLink('unlink the issue', { issueId, linkId }, 'unlink'),
    retry: (issueId, linkId) => withLink('try again', { issueId, linkId }, 'retry'),
  }
}

async function listTrackersOf({ store }: TrackersContext, issueId: number): Promise<TrackerRow[]> {
  if (!Number.isSafeInteger(issueId)) return []
  const issue = await store.db
    .selectFrom('issue')
    .select('project_id as projectId')
    .where('id', '=', issueId)
    .executeTakeFirst()
  return issue === undefined ? [] : listTrackers(store.db, issue.projectId)
}

function toLinked({ id, number, url, theirs, reason, attempts }: LinkRow, tracker: TrackerRow): LinkedIssue {
  return {
    ...{ id, url },
    kindLabel: TRACKERS[tracker.kind].label,
    name: nameOfIssue(tracker, number),
    theirs: theirs === 'closed' ? 'closed' : 'open',
    failure: reason,
    isTriedAgain: reason !== null && attempts > 0,
  }
}

function nameOfIssue({ kind, settings }: TrackerRow, number: number): string {
  return `${TRACKERS[kind].nameOf(settings)}#${number}`
}
