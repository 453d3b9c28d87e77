import type { Generated } from 'kysely'
import type { TrackerKind } from '#server/models/trackers/trackers.ts'

/** Where issues of a project are made outside of the desk, and which issue is which there. */
export interface TrackerTables {
  tracker: TrackerTable
  tracker_link: TrackerLinkTable
}

interface TrackerTable {
  id: Generated<number>
  project_id: number
  kind: TrackerKind
  /** That of the repository or project, as people open it. */
  address: string
  /** JSON: the values of its other fields, the token among them. */
  settings: string
  /** What the tracker signs its messages with; null for kinds that tell nothing. */
  hook_secret: string | null
  created_at: number
  created_by: number | null
  version: Generated<number>
}

interface TrackerLinkTable {
  id: Generated<number>
  project_id: number
  issue_id: number
  tracker_id: number
  /** Of the tracker's issue, in its repository. */
  number: number
  url: string
  /** What the tracker said last of its issue: `open` or `closed`. */
  theirs: string
  /** When that was, by the tracker's clock: what is older is no news. */
  theirs_at: number
  /** What the tracker was told last of ours: `open` or `resolved`. */
  ours: string
  /** Tries to tell it of what ours is now. */
  attempts: Generated<number>
  due_at: Generated<number>
  leased_until: Generated<number | null>
  /** Why the latest try failed. */
  reason: Generated<string | null>
  created_at: number
}
