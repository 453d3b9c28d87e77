import { pauseAfter } from '#server/alerts/sending/retry.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { recordActivities } from '#server/store/issues/activity.ts'
import { noteTheirs } from '#server/store/trackers/links.ts'
import {
  giveUp,
  isAnyOutOfStep,
  leaseOutOfStep,
  type OutOfStep,
  postpone,
} from '#server/store/trackers/out-of-step.ts'
import { findTracker } from '#server/store/trackers/trackers.ts'
import { TRACKERS } from '../kinds/adapters.ts'
import type { RemoteIssue, TrackerAnswer, TrackerTools } from '../kinds/tracker-kind.ts'

export interface InStepOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Gives 0 to 1. */
  random: () => number
  tools: TrackerTools
}

const AT_ONCE = 4
/** Longer than any try takes: whoever has not told the end by then is gone. */
const LEASE_MS = MINUTE_MS

/**
 * Closes issues of trackers whose ours was resolved, and opens those whose ours is open again; each by one process at a time.
 * To say so a second time changes nothing there. True while there may be more.
 */
export async function stepSlice(options: InStepOptions): Promise<boolean> {
  const { store, clock } = options
  const now = clock()
  if (!(await isAnyOutOfStep(store.db, now))) return false
  const until = now + LEASE_MS
  const taken = await store.writeInTurn(
    (trx) => leaseOutOfStep(trx, { now, until, limit: AT_ONCE }),
    'alerts',
  )
  await Promise.all(taken.map((link) => tell(link, options)))
  return taken.length > 0
}

async function tell(link: OutOfStep, options: InStepOptions): Promise<void> {
  const { store, clock, random, tools } = options
  const ours = link.status === 'resolved' ? 'resolved' : 'open'
  const wanted = ours === 'resolved' ? 'closed' : 'open'
  const tracker = await findTracker(store.db, link.trackerId)
  if (tracker === undefined) return
  const { kind, settings } = tracker
  const { remote, label, nameOf } = TRACKERS[kind]
  const answer: TrackerAnswer<RemoteIssue> =
    remote && settings.token
      ? await remote.setState(settings, { number: link.number, state: wanted }, tools)
      : { state: 'refused', reason: `${label} cannot be told: its tracker has no token.` }
  await store.writeInTurn(async (trx) => {
    const now = clock()
    if (answer.state === 'done') {
      const { state, updatedAt, url } = answer.value
      await noteTheirs(trx, link.id, { theirs: state, theirsAt: updatedAt, ours })
      const data = {
        did: wanted === 'closed' ? ('closed' as const) : ('reopened' as const),
        name: `${nameOf(settings)}#${link.number}`,
        url,
      }
      const entry = { kind: 'tracker' as const, data }
      await recordActivities(trx, [{ entry, projectId: link.projectId, issueId: link.issueId }], {
        actor: undefined,
        now,
      })
      return
    }
    const { reason } = answer
    const pause =
      answer.state === 'later'
        ? pauseAfter(link.attempts, { retryAfterMs: answer.retryAfterMs }, random)
        : undefined
    if (pause === undefined) await giveUp(trx, link.id, { ours, reason })
    else await postpone(trx, link.id, { dueAt: now + pause, reason })
  }, 'alerts')
}
