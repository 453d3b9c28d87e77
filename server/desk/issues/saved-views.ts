import type { Refusal } from '#server/models/refusal.ts'
import { ISSUE_SORTS, isIssueSort } from '#server/search/sort.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  MOST_VIEWS,
  renameSavedView,
  type SavedView,
} from '#server/store/issues/search/saved-views.ts'

export interface GivenView {
  name: string
  query: string
  sort: string
  /** Every account sees it; otherwise this viewer alone. */
  isShared: boolean
}

type Changed = Refusal | { name: string }

/** Searches that are saved under a name. */
export interface DeskSavedViews {
  /** Lists the shared views and the viewer's own, in the order in which they were saved. */
  list(): Promise<SavedView[]>
  save(view: GivenView): Promise<Changed>
  rename(id: number, name: string): Promise<Changed>
  /** Undefined when it is done. */
  delete(id: number): Promise<Refusal | undefined>
}

interface ViewsOptions {
  store: Store
  viewer: { id: number } | undefined
  clock: () => number
}

const LONGEST_NAME = 60
const LONGEST_QUERY = 2_000
const GONE = 'it no longer exists'

export function createDeskSavedViews({ store, viewer, clock }: ViewsOptions): DeskSavedViews {
  // A token is a viewer without an account: it sees the shared views.
  const accountId = viewer && viewer.id > 0 ? viewer.id : 0
  return {
    list: () => listSavedViews(store, clock, accountId),
    async save({ name: given, query, sort, isShared }) {
      const name = given.trim()
      const message = messageOf(name) ?? searchMessageOf(query, sort)
      if (message !== undefined) return { refusal: `Cannot save the view: ${message}` }
      if (accountId === 0 && !isShared)
        return { refusal: 'Cannot save the view: a token cannot have a private view' }
      const view = { accountId: isShared ? null : accountId, name, query, sort, now: clock() }
      const isSaved = await store.write((trx) => insertSavedView(trx, view))
      return isSaved
        ? { name }
        : { refusal: `Cannot save the view: the limit of ${MOST_VIEWS} views is reached` }
    },
    async rename(id, given) {
      const name = given.trim()
      const message = messageOf(name)
      if (message !== undefined) return { refusal: `Cannot rename the view: ${message}` }
      const isThere =
        Number.isSafeInteger(id) &&
        (await store.write((trx) => renameSavedView(trx, { id, accountId, name })))
      return isThere ? { name } : { refusal: `Cannot rename the view: ${GONE}` }
    },
    async delete(id) {
      const isThere =
        Number.isSafeInteger(id) && (await store.write((trx) => deleteSavedView(trx, { id, accountId })))
      return isThere ? undefined : { refusal: `Cannot delete the view: ${GONE}` }
    },
  }
}

function messageOf(name: string): string | undefined {
  if (name === '') return 'a name is required'
  return name.length > LONGEST_NAME ? `its name has more than ${LONGEST_NAME} characters` : undefined
}

function searchMessageOf(query: string, sort: string): string | undefined {
  if (query.length > LONGEST_QUERY) return `its search has more than ${LONGEST_QUERY} characters`
  return isIssueSort(sort) ? undefined : `its sort is not one of ${Object.keys(ISSUE_SORTS).join(', ')}`
}
