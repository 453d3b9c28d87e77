import type { Store } from '#server/store/engine/store.ts'
import { createReleaseSearch, type ReleasePageSearch } from './release-pages.ts'
import { createReleaseRecords, type ReleaseRecords } from './releases.ts'

/** What is asked about releases and their deploys, and what scripts report of them. */
export interface DeskReleases extends ReleaseRecords, ReleasePageSearch {}

export function createDeskReleases(store: Store, clock: () => number): DeskReleases {
  const { list, listByVersion, listHealth, listIssues, listDeploys, save, addDeploy } = createReleaseRecords(
    store,
    clock,
  )
  const { search, findPrevious } = createReleaseSearch(store)
  return {
    findPrevious,
    list,
    listByVersion,
    listDeploys,
    listHealth,
    listIssues,
    search,
    save,
    addDeploy,
  }
}
