import { redirect } from 'vike/abort'
import { formatNumber } from '#renderer/format/format.ts'
import type { ListSearch } from '#renderer/layout/frame-facts.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import { openTarget } from '#renderer/ui/search/open-target.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import type { ListedIssue } from '#renderer/views/issue/list/IssueTable.tsx'
import {
  renderBulkActions,
  renderEmptyList,
  renderFacets,
} from '#renderer/views/issue/static/static-html.tsx'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'
import { mayActAs } from '#server/models/accounts/roles.ts'
import type { IssueSummary } from '#server/models/issues.ts'
import { facetGroups } from './facets.ts'
import { DEFAULT_QUERY, type IssueParams, limitsOf, parseIssueParams, pathOf } from './issue-params.ts'
import { missingValueState } from './missing-value.ts'
import { readTrends } from './read-trends.ts'
import { joinTab, splitTab } from './tab-of.ts'
import { chosenView, emptyStateOf, sortTabs, viewTabs } from './views.ts'

const ISSUES_A_PAGE = 50

export async function loader({ desk, viewer, url, scope, scopeRefusal, now, preferences }: LoaderContext) {
  const params = parseIssueParams(url)
  const limits = limitsOf({ url, scope, scopeRefusal })
  const { projectSlug } = limits
  const cursor = url.searchParams.get('cursor') ?? undefined
  await openTarget(desk, params.query)
  goToTab(params, url)
  const { query = DEFAULT_QUERY, sort = 'date' } = params
  // Tabs have no counts under the other limits, because each count would need a search of its own.
  const isCounted = limits.environment === undefined && limits.lastSeen === undefined
  const mayChange = mayActAs(viewer?.role ?? 'viewer', 'member')
  const [found, views, counts, assignees, facets] = await Promise.all([
    desk.issues.search({ ...limits, limit: ISSUES_A_PAGE, query, sort, cursor }),
    desk.savedViews.list(),
    isCounted ? desk.issues.countTabs({ slug: projectSlug, isWithoutOwn: limits.isWithoutOwn }) : undefined,
    mayChange ? desk.accounts.listAssignees() : undefined,
    params.filters ? desk.issues.listFacets({ ...limits, query }) : undefined,
  ])
  const hrefOf = (other: string | undefined) =>
    pathOf(params, other === undefined ? { query: other, sort: other } : { query: other })
  const refusal =
    'refusal' in found
      ? await renderSearchRefusal({ desk, searched: 'issues', query, refusal: found.refusal, hrefOf })
      : renderScopeRefusal(scopeRefusal)
  const { items, nextCursor, previousCursor } = 'refusal' in found ? NOTHING : found
  const isScoped = items[0]?.scopedCount !== undefined
  const isEmpty = items.length === 0 && refusal === null
  const next = nextCursor === null ? undefined : pathOf(params, { cursor: nextCursor })
  // The cursor can point past the end after issues have been deleted. The list then starts again from its
  // beginning.
  const previous =
    previousCursor !== null
      ? pathOf(params, { cursor: previousCursor })
      : cursor === undefined || items.length > 0
        ? undefined
        : pathOf(params)
  // The field is for all of a refused search, so that the wrong word can be corrected where it is.
  const { tab, rest } = refusal === null ? splitTab(query) : { tab: '', rest: query }
  const view = chosenView(params, views)
  const shown = { period: limits.lastSeen && scope.period, now, zone: preferences.zone }
  const { trend, trends } = await readTrends(desk, items, { params, shown, filter: { ...limits, query } })
  const firstSteps = isEmpty && cursor === undefined ? await firstStepsOf(desk, limits) : undefined
  const missing = isEmpty && firstSteps === undefined ? await desk.issues.findMissingValue(query) : undefined
  return {
    issues: isScoped ? items.map(withScopedCounts) : items,
    // A missing cursor is left out, because one undefined value makes the whole payload take the slow way
    // (page-json.ts).
    ...(next !== undefined && { next }),
    ...(previous !== undefined && { previous }),
    ...(view && { view }),
    ...(trends && { trends }),
    staticHtml: {
      ...(refusal !== null && { refusal }),
      ...(facets && { facets: renderFacets(facetGroups(params, facets)) }),
      ...(items.length > 0 &&
        assignees && { bulk: renderBulkActions({ assignees, viewerId: viewer?.id ?? 0 }) }),
      ...(isEmpty && {
        empty:
          firstSteps ?? renderEmptyList(missing ? missingValueState(params, missing) : emptyStateOf(params)),
      }),
    },
    isFirst: firstSteps !== undefined,
    projectSlug: projectSlug ?? null,
    query,
    filters: filtersLink(params),
    ...(firstSteps === undefined && {
      listSearch: {
        list: 'issues',
        query: rest,
        isRefused: refusal !== null,
        hiddenFields: savedParams(params, tab),
      } satisfies ListSearch,
    }),
    tabs: viewTabs(params, counts, views),
    sorts: sortTabs(params),
    sort,
    trend,
  }
}

/** The list shows the events and users of what was chosen, and has their totals as tooltips. */
function withScopedCounts({ scopedCount = 0, scopedUsers, ...issue }: IssueSummary): ListedIssue {
  const users = scopedUsers ?? { count: 0, isExact: true }
  return {
    ...issue,
    eventCount: scopedCount,
    userCount: users.count,
    ofAll: say.ofAll(formatNumber(scopedCount), formatNumber(issue.eventCount)),
    usersOfAll: (users.isExact ? say.ofAll : say.aboutOfAll)(
      formatNumber(users.count),
      formatNumber(issue.userCount),
    ),
  }
}

const NOTHING: { items: IssueSummary[]; nextCursor: null; previousCursor: null } = {
  items: [],
  nextCursor: null,
  previousCursor: null,
}

/** The field below the tabs is sent with its tab; the address has both as one search, which can be copied. */
function goToTab(params: IssueParams, { searchParams }: URL): void {
  const tab = searchParams.get('tab')
  if (tab === null) return
  const query = joinTab(tab, params.query ?? '')
  throw redirect(pathOf(params, { query: query === DEFAULT_QUERY ? undefined : query }))
}

/** Shows the filters, or hides them. */
function filtersLink(params: IssueParams) {
  const isFiltering = params.filters === '1'
  const href = pathOf(params, { filters: isFiltering ? undefined : '1' })
  return { name: isFiltering ? say.hideFilters : say.filters, href }
}

/** Returns the parameters that a new search keeps. */
function savedParams(
  { scope, sort, trend, filters }: IssueParams,
  tab: string,
): [name: string, value: string][] {
  const all = Object.entries({ ...scope, sort, trend, filters, tab: tab === '' ? undefined : tab })
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

/** A project without any issue shows how to report to it. */
async function firstStepsOf(
  desk: LoaderContext['desk'],
  { projectSlug, isWithoutOwn }: { projectSlug: string | undefined; isWithoutOwn: boolean },
): Promise<string | undefined> {
  const any = await desk.issues.list({ limit: 1, projectSlug, isWithoutOwn })
  return any.items.length > 0 ? undefined : renderFirstSteps(desk, 'issues', projectSlug)
}
