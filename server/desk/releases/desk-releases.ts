import { createSuspectCommits, type SuspectCommits } from '#server/desk/suspects/suspect-commits.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createReleaseCommits, type ReleaseCommits } from './commits.ts'
import { createReleaseSearch, type ReleasePageSearch } from './release-pages.ts'
import { createReleaseRecords, type ReleaseRecords } from './releases.ts'

/** What is asked about releases, their commits and deploys, and what scripts report of them. */
export interface DeskReleases extends ReleaseRecords, ReleasePageSearch, ReleaseCommits, SuspectCommits {}

export function createDeskReleases(store: Store, clock: () => number): DeskReleases {
  return {
    ...createReleaseRecords(store, clock),
    ...createReleaseSearch(store),
    ...createReleaseCommits(store),
    ...createSuspectCommits(store),
  }
}
