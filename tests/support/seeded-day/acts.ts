import type { IssueState } from '#server/processing/life-cycle.ts'
import { listEditableIssues, setState } from '#server/store/issues/changes/edits.ts'
import { mergeIssues } from '#server/store/issues/changes/merge.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { createRetention } from '#server/store/sqlite/retention/retention.ts'
import { uploadMap } from '#tests/support/source-maps/uploaded-maps.ts'
import type { EventStore } from '#tests/support/store/event-store.ts'

const BY_THE_DESK = undefined

type Act = (opened: EventStore, now: number) => Promise<unknown>

/** What people do before a batch: the keys are the batches' places in the day. */
export const ACTS: ReadonlyMap<number, Act> = new Map<number, Act>([
  [4, setAll([1], { status: 'resolved', resolution: { kind: 'now' } })],
  [6, setAll([2], { status: 'ignored', until: { kind: 'forever' } })],
  [8, setAll([3], { status: 'ignored', until: { kind: 'events', count: 20, periodMinutes: null } })],
  [9, setAll([4], { status: 'ignored', until: { kind: 'users', count: 5, periodMinutes: null } })],
  [10, setAll([5], { status: 'ignored', until: { kind: 'users', count: 4, periodMinutes: 600 } })],
  [12, setAll([1], { status: 'ignored', until: { kind: 'events', count: 6, periodMinutes: 120 } })],
  [14, setAll([6], { status: 'ignored', until: { kind: 'escalating', hourlyLimit: 2 } })],
  [15, setAll([7], { status: 'ignored', until: { kind: 'environment', environment: 'production' } })],
  [16, ({ store }, now) => uploadMap(store, { now })],
  [
    18,
    setAll([8], { status: 'resolved', resolution: { kind: 'release', release: 'shop@1.4.1', known: [] } }),
  ],
  [20, mergeTwo],
  [
    24,
    setAll([1, 3], {
      status: 'resolved',
      resolution: { kind: 'next-release', after: 'shop@1.4.0', known: [] },
    }),
  ],
  [26, setAll([4, 5], { status: 'ignored', until: { kind: 'users', count: 90, periodMinutes: 60 } })],
  [
    28,
    setAll([2], {
      status: 'ignored',
      until: { kind: 'events', count: 5, periodMinutes: 300, environment: 'staging' },
    }),
  ],
  [30, setAll([6], { status: 'ignored', until: { kind: 'time', until: 0 } })],
  [32, setAll([7, 8], { status: 'ignored', until: { kind: 'events', count: 900, periodMinutes: null } })],
  [40, deleteTheOldest],
])

function setAll(issueIds: number[], state: IssueState): Act {
  return ({ store }, now) =>
    store.write(async (trx) =>
      setState(trx, await listEditableIssues(trx, issueIds), state, { actor: BY_THE_DESK, now }),
    )
}

/** Both are of one project; later events of the second one's key belong to the first one. */
function mergeTwo({ store }: EventStore, now: number): Promise<unknown> {
  return store.write(async (trx) => {
    const [into, ...others] = await listEditableIssues(trx, [1, 10])
    if (into === undefined || others.length === 0)
      throw new Error('Cannot merge issues: one of them is missing')
    return mergeIssues(trx, into, others, { actor: BY_THE_DESK, now })
  })
}

/** Between batches, the writer's own connection deletes what is a day old. */
async function deleteTheOldest({ connection, file }: EventStore, now: number): Promise<void> {
  const attachments = attachmentFolder(file)
  const expireSlice = createRetention(connection, { retentionDays: 1, attachments, stopwatch: () => 0 })
  while (expireSlice(now)) {} // true while there is more
}
