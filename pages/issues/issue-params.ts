import { MINUTE_MS } from '#renderer/format/time-units.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { issuesPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'

/** What the address asks for; undefined where it says nothing. */
export interface IssueParams {
  query: string | undefined
  sort: string | undefined
  /** `14d` for the trend of two weeks. */
  trend: string | undefined
  /** `1` where the filters are unfolded. */
  filters: string | undefined
  /** What of everything, as the frame's switches say it. */
  scope: Record<string, string>
}

/** What the list shows when nothing is searched for. */
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

/** The same list, but for what is given; from its beginning. */
export function pathOf(params: IssueParams, change: Partial<IssueParams> & { cursor?: string } = {}): string {
  const { scope, ...filter } = { ...params, ...change }
  return issuesPath({ ...scope, ...filter })
}

/** The project, environment and time that the list is limited to; times of whole minutes, so that queries repeat. */
export function limitsOf({
  url,
  scope,
  scopeRefusal,
}: Pick<LoaderContext, 'url' | 'scope' | 'scopeRefusal'>) {
  const { project, environment, period } = scope
  const hasPeriod = ['statsPeriod', 'start', 'end'].some((name) => url.searchParams.get(name)?.trim())
  const from = Math.floor(period.start / MINUTE_MS) * MINUTE_MS
  const lastSeen = period.statsPeriod === undefined ? { from, before: period.end } : { from }
  return {
    projectSlug: project,
    environment,
    lastSeen: hasPeriod && scopeRefusal === null ? lastSeen : undefined,
  }
}
