import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import type { ViewTab } from '#renderer/views/issue/list/ViewTabs.tsx'
import type { Desk } from '#server/desk/desk.ts'
import { DEFAULT_QUERY, type IssueParams, pathOf } from './issue-params.ts'
import { STATE_TABS, splitTab } from './tab-of.ts'

type TabCounts = Awaited<ReturnType<Desk['issues']['countTabs']>>
type SavedView = Awaited<ReturnType<Desk['savedViews']['list']>>[number]

/** The store stops counting here. */
const MOST_COUNTED = 100

/**
 * Lists the standard views and then the saved ones. `counts` is absent where the frame limits the list
 * further.
 */
export function viewTabs(
  params: IssueParams,
  counts: TabCounts | undefined,
  saved: readonly SavedView[],
): ViewTab[] {
  const { tab, rest } = splitTab(params.query ?? DEFAULT_QUERY)
  const savedOne = chosenView(params, saved)
  const states = STATE_TABS.map(({ name, query, count: counted }) => ({
    name,
    href: pathOf(params, { query }),
    isChosen: savedOne === undefined && tab === (query ?? DEFAULT_QUERY) && (tab !== '' || rest === ''),
    ...(counts && counted && counts[counted] > 0 && { count: formatBounded(counts[counted]) }),
  }))
  const views = saved.map(({ name, query, sort, id }) => ({
    name,
    href: pathOf(params, { query, sort: sort === 'date' ? undefined : sort }),
    isChosen: id === savedOne?.id,
  }))
  return [...states, ...views]
}

/**
 * Finds the saved view with exactly this content. Views are compared by content and not by id, so that a
 * changed search no longer counts as the view.
 */
export function chosenView(params: IssueParams, saved: readonly SavedView[]): SavedView | undefined {
  const { query = DEFAULT_QUERY, sort = 'date' } = params
  return saved.find((view) => view.query === query && view.sort === sort)
}

export function sortTabs(params: IssueParams): ViewTab[] {
  const chosen = params.sort ?? 'date'
  return Object.entries(say.sortNames).map(([sort, name]) => ({
    name,
    href: pathOf(params, { sort: sort === 'date' ? undefined : sort }),
    isChosen: chosen === sort,
  }))
}

/** The text that replaces an empty list, and a link to continue. */
export function emptyStateOf(params: IssueParams) {
  const { query = DEFAULT_QUERY, scope } = params
  const { project, ...limits } = scope
  if (Object.keys(limits).length > 0) {
    return {
      ...say.nothingInScope,
      href: pathOf(params, { scope: project === undefined ? {} : { project } }),
    }
  }
  const usual = say.emptyLists[query]
  if (usual) return { ...usual, href: pathOf(params, { query: '' }) }
  return { ...say.nothingFound, href: pathOf(params, { query: undefined }) }
}

function formatBounded(count: number): string {
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : formatNumber(count)
}
