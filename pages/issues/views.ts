import { formatNumber } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import type { ViewTab } from '#renderer/views/issue/list/ViewTabs.tsx'
import type { Desk } from '#server/desk/desk.ts'
import { type AskedIssues, DEFAULT_QUERY, pathOf } from './asked.ts'

type TabCounts = Awaited<ReturnType<Desk['issues']['countTabs']>>
type SavedView = Awaited<ReturnType<Desk['savedViews']['list']>>[number]

/** The store counts so far. */
const MOST_COUNTED = 100

const STATES: [name: string, query: string | undefined, count?: keyof TabCounts][] = [
  [say.open, undefined, 'unresolved'],
  [say.forReview, 'is:for_review', 'forReview'],
  [say.regressed, 'is:regressed', 'regressed'],
  [say.ignored, 'is:ignored', 'ignored'],
  [say.resolved, 'is:resolved'],
  [say.all, ''],
]

/** The usual lists, and then those that people have saved; `counts` where the frame limits nothing else. */
export function viewTabs(
  asked: AskedIssues,
  counts: TabCounts | undefined,
  saved: readonly SavedView[],
): ViewTab[] {
  const chosen = asked.query === DEFAULT_QUERY ? undefined : asked.query
  const savedOne = chosenView(asked, saved)
  const states = STATES.map(([name, query, counted]) => ({
    name,
    href: pathOf(asked, { query }),
    isChosen: savedOne === undefined && chosen === query,
    ...(counts && counted && counts[counted] > 0 && { count: formatBounded(counts[counted]) }),
  }))
  const views = saved.map(({ name, query, sort, id }) => ({
    name,
    href: pathOf(asked, { query, sort: sort === 'date' ? undefined : sort }),
    isChosen: id === savedOne?.id,
  }))
  return [...states, ...views]
}

/** The saved view that is shown: by what it says, not by an id, so that what is changed is the view no more. */
export function chosenView(asked: AskedIssues, saved: readonly SavedView[]): SavedView | undefined {
  const { query = DEFAULT_QUERY, sort = 'date' } = asked
  return saved.find((view) => view.query === query && view.sort === sort)
}

export function sortTabs(asked: AskedIssues): ViewTab[] {
  const chosen = asked.sort ?? 'date'
  return Object.entries(say.sortNames).map(([sort, name]) => ({
    name,
    href: pathOf(asked, { sort: sort === 'date' ? undefined : sort }),
    isChosen: chosen === sort,
  }))
}

/** What the trends are of, and the way to the other ones. */
export function trendSwitch(asked: AskedIssues) {
  const isDays = asked.trend === '14d'
  return {
    isDays,
    name: isDays ? say.lastDays : say.lastDay,
    other: isDays ? say.showDay : say.showDays,
    href: pathOf(asked, { trend: isDays ? undefined : '14d' }),
  }
}

/** What stands in place of an empty list, and the way on from there. */
export function emptinessOf(asked: AskedIssues) {
  const { query = DEFAULT_QUERY, scope } = asked
  const { project, ...limits } = scope
  if (Object.keys(limits).length > 0) {
    return { ...say.nothingInScope, href: pathOf(asked, { scope: project === undefined ? {} : { project } }) }
  }
  const usual = say.emptyLists[query]
  if (usual) return { ...usual, href: pathOf(asked, { query: '' }) }
  return { ...say.nothingFound, href: pathOf(asked, { query: undefined }) }
}

function formatBounded(count: number): string {
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : formatNumber(count)
}
