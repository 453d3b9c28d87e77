import type { Delivering } from '#server/alerts/sending/deliver.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'
import type { ToldToTracker } from '#server/trackers/text/issue-text.ts'

/** What the parts of `desk.trackers` share. */
export interface TrackersContext {
  /** What the viewer sees. */
  store: Store
  clock: () => number
  by: Actor
  viewer: { id: number; email: string } | undefined
  listProjects: () => Promise<ProjectRow[]>
  publicUrl: string
  /** Gives 32 hex digits. */
  newKey: () => string
  /** Without it nothing is sent. */
  delivering: Delivering | undefined
  /** An issue with the event that its page shows; undefined where there is no such issue. */
  readTold: (issueId: number) => Promise<(ToldToTracker & { issue: { id: number } }) | undefined>
}
