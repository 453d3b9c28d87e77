import type { Delivering } from '#server/alerts/sending/deliver.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { ProjectRow } from '#server/store/projects/projects.ts'

/** What the parts of `desk.alerts` share. */
export interface AlertsContext {
  /** What the viewer sees. */
  store: Store
  /** Rules of all projects, and channels, are of no project. */
  whole: Store
  clock: () => number
  by: Actor
  viewer: { id: number; role: Role } | undefined
  listProjects: () => Promise<ProjectRow[]>
  publicUrl: string
  newKey: () => string
  /** Without it nothing can be sent, also no test. */
  delivering: Delivering | undefined
}
