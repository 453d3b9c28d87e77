import { redirect } from 'vike/abort'
import type { ListSearch } from '#renderer/layout/frame-facts.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { type FilterParams, tracePath, tracesPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import { offersOf } from '#renderer/ui/search/offers-of.ts'
import { openTarget } from '#renderer/ui/search/open-target.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import { renderFirstTrace } from '#renderer/views/project/first-steps/first-trace.ts'
import { parseGrouping, showDistribution } from './distribution.ts'

const TRACES_A_PAGE = 50
/** Only root spans are listed, so that each trace appears once. */
const DEFAULT_QUERY = 'is:root'

export async function loader({ desk, url, scope, scopeRefusal }: LoaderContext) {
  const read = (name: string) => url.searchParams.get(name) ?? undefined
  const query = read('query')?.trim() ?? DEFAULT_QUERY
  await openTarget(desk, query)
  const target = desk.traces.findTarget(query)
  if (target !== undefined) throw redirect(tracePath(target))
  const cursor = read('cursor')
  const sort = read('sort')
  const view = {
    query,
    projectSlug: scope.project,
    isWithoutOwn: scope.isWithoutOwn,
    environment: scope.environment,
    start: scope.period.start,
    end: scope.period.end,
  }
  const grouping = parseGrouping(read('by') ?? null)
  const [found, distribution] = await Promise.all([
    desk.traces.search({ ...view, sort, limit: TRACES_A_PAGE, cursor }),
    desk.traces.distribute(view, grouping),
  ])
  const { traces, nextCursor, previousCursor, searchedUntil } = 'refusal' in found ? NOTHING : found
  const kept = { sort, by: grouping === 'route' ? undefined : grouping }
  const params: FilterParams = { ...scopeParams(url.searchParams), query: read('query')?.trim(), ...kept }
  const hrefOf = (other: string | undefined) =>
    tracesPath({ ...params, query: other, ...(other === undefined && { sort: undefined }) })
  const refusal =
    'refusal' in found
      ? await renderSearchRefusal({ desk, searched: 'traces', query, refusal: found.refusal, hrefOf })
      : renderScopeRefusal(scopeRefusal)
  const isEmpty = traces.length === 0 && refusal === null && query === DEFAULT_QUERY && cursor === undefined
  const firstSteps = isEmpty ? await renderFirstTrace(desk, 'traces', scope) : null
  const shown: FilterParams = { ...scopeParams(url.searchParams), ...kept }
  const pageAt = (place: string) => tracesPath({ ...params, cursor: place })
  return {
    distribution:
      'refusal' in found || distribution === undefined || distribution.sampled === 0
        ? null
        : showDistribution(distribution, { query, params, grouping }),
    traces,
    ...(nextCursor !== null && { next: pageAt(nextCursor) }),
    ...(previousCursor !== null && { previous: pageAt(previousCursor) }),
    searchedUntil,
    isSlowest: sort === 'slowest',
    refusal,
    ...(firstSteps === null && {
      listSearch: {
        list: 'traces',
        query,
        isRefused: refusal !== null,
        hiddenFields: Object.entries(shown).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as [string, string]],
        ),
        offers: offersOf('traces', scope),
      } satisfies ListSearch,
    }),
    all: tracesPath(shown),
    sorts: {
      newest: tracesPath({ ...params, sort: undefined }),
      slowest: tracesPath({ ...params, sort: 'slowest' }),
    },
    everything: query === DEFAULT_QUERY && traces.length === 0 ? tracesPath({ ...params, query: '' }) : null,
    firstSteps,
  }
}

const NOTHING = { traces: [], nextCursor: null, previousCursor: null, searchedUntil: null }
