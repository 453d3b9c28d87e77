import { MINUTE_MS } from '#renderer/format/time-units.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { issuesPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'

/** The parameters of the address; those that it does not have are undefined. */
export interface IssueParams {
  query: string | undefined
  sort: string | undefined
  /** `14d` for the trend of two weeks. */
  trend: string | undefined
  /** `1` while the filters are shown. */
  filters: string | undefined
  /** The project, environment and period that the switches of the frame select. */
  scope: Record<string, string>
}

/** The search that the list uses when the address has none. */
export const DEFAULT_QUERY = 'is:unresolved'

export function parseIssueParams({ searchParams }: URL): IssueParams {
  const read = (name: string) => searchParams.get(name)?.trim() ?? undefined
  return {
    query: read('query'),
    sort: read('sort'),
    trend: read('trend') === '14d' ? '14d' : undefined,
    filters: read('filters') === '1' ? '1' : undefined,
    scope: scopeParams(searchParams),
  }
}

/** Returns the address of the same list with these changes, from its first page. */
export function pathOf(params: IssueParams, change: Partial<IssueParams> & { cursor?: string } = {}): string {
  const { scope, ...filter } = { ...params, ...change }
  return issuesPath({ ...scope, ...filter })
}

/**
 * The project, environment and time that limit the list. Times are rounded to whole minutes, so that equal
 * queries can be cached.
 */
export function limitsOf({
  url,
  scope,
  scopeRefusal,
}: Pick<LoaderContext, 'url' | 'scope' | 'scopeRefusal'>) {
  const { project, isWithoutOwn, environment, period } = scope
  const hasPeriod = ['statsPeriod', 'start', 'end'].some((name) => url.searchParams.get(name)?.trim())
  const from = Math.floor(period.start / MINUTE_MS) * MINUTE_MS
  const lastSeen = period.statsPeriod === undefined ? { from, before: period.end } : { from }
  return {
    projectSlug: project,
    isWithoutOwn,
    environment,
    lastSeen: hasPeriod && scopeRefusal === null ? lastSeen : undefined,
  }
}
