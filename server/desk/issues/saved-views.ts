import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { ISSUE_SORTS, isIssueSort } from '#server/search/sort.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type ChangedView,
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  MOST_VIEWS,
  renameSavedView,
  type SavedView,
} from '#server/store/issues/search/saved-views.ts'
import type { Database } from '#server/store/schema/schema.ts'

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
  by: Actor
  clock: () => number
}

const LONGEST_NAME = 60
const LONGEST_QUERY = 2_000
const GONE = 'it no longer exists'

export function createDeskSavedViews({ store, viewer, by, clock }: ViewsOptions): DeskSavedViews {
  // A token is a viewer without an account: it sees the shared views.
  const accountId = viewer && viewer.id > 0 ? viewer.id : 0

  /** Changes a view, and records it where others see it too. */
  function change(
    action: 'view.change' | 'view.remove',
    id: number,
    work: (trx: Transaction<Database>) => Promise<ChangedView | undefined>,
  ): Promise<ChangedView | undefined> {
    if (!Number.isSafeInteger(id)) return Promise.resolve(undefined)
    return store.write(async (trx) => {
      const view = await work(trx)
      if (view?.accountId === null)
        await recordAudit(trx, { ...by, at: clock(), action, target: view.name, details: { id } })
      return view
    })
  }

  return {
    list: () => listSavedViews(store, clock, accountId),
    async save({ name: given, query, sort, isShared }) {
      const name = given.trim()
      const message = messageOf(name) ?? searchMessageOf(query, sort)
      if (message !== undefined) return { refusal: `Cannot save the view: ${message}` }
      if (accountId === 0 && !isShared)
        return { refusal: 'Cannot save the view: a token cannot have a private view' }
      const view = { accountId: isShared ? null : accountId, name, query, sort, now: clock() }
      const isSaved = await store.write(async (trx) => {
        const isInserted = await insertSavedView(trx, view)
        if (isInserted && isShared)
          await recordAudit(trx, { ...by, at: view.now, action: 'view.share', target: name })
        return isInserted
      })
      return isSaved
        ? { name }
        : { refusal: `Cannot save the view: the limit of ${MOST_VIEWS} views is reached` }
    },
    async rename(id, given) {
      const name = given.trim()
      const message = messageOf(name)
      if (message !== undefined) return { refusal: `Cannot rename the view: ${message}` }
      const renamed = await change('view.change', id, (trx) => renameSavedView(trx, { id, accountId, name }))
      return renamed ? { name } : { refusal: `Cannot rename the view: ${GONE}` }
    },
    async delete(id) {
      const deleted = await change('view.remove', id, (trx) => deleteSavedView(trx, { id, accountId }))
      return deleted ? undefined : { refusal: `Cannot delete the view: ${GONE}` }
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
