import { formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { type FilterParams, tracesPath } from '#renderer/paths.ts'
import { drawHistogram } from '#renderer/ui/chart/draw/draw-histogram.ts'
import type {
  TraceDistribution,
  TraceGroup,
  TraceGrouping,
} from '#server/models/traces/trace-distribution.ts'
import { durationToken, filterOf, searchBase, withFilter, withoutDuration } from './trace-query.ts'

const GROUPINGS: readonly TraceGrouping[] = ['route', 'release', 'user', 'status', 'project']
/** The search key of each grouping; a project is chosen in the top bar. */
const KEYS = { route: 'name', release: 'release', user: 'user', status: 'status' } as const

export function parseGrouping(text: string | null): TraceGrouping {
  return GROUPINGS.find((grouping) => grouping === text) ?? 'route'
}

/** The chart of a list's durations, its groups, and the addresses that both lead to. */
export function showDistribution(
  distribution: TraceDistribution,
  { query, params, grouping }: { query: string; params: FilterParams; grouping: TraceGrouping },
) {
  const { bins, p50, p95, range, groups, ...numbers } = distribution
  const edges = [...bins.map(({ from }) => from), ...bins.slice(-1).map(({ to }) => to)]
  return {
    ...numbers,
    range,
    chart: drawHistogram({
      bins,
      marks: [
        { name: 'p50', value: p50 },
        { name: 'p95', value: p95 },
      ],
      chosen: range && { from: range.from ?? 0, to: range.to ?? Number.POSITIVE_INFINITY },
      format: formatDuration,
      formatCount: formatNumber,
    }),
    /** The ends of the bins as search tokens, and the search that a range is added to. */
    tokens: edges.map(durationToken),
    base: searchBase(query),
    params,
    clear: tracesPath({ ...params, query: withoutDuration(query) }),
    grouping,
    groupings: GROUPINGS.map((each) => ({
      grouping: each,
      href: tracesPath({ ...params, query, by: each === 'route' ? undefined : each }),
    })),
    groups: groups.map((group) => ({ ...group, href: hrefOf(group, grouping, { query, params }) })),
  }
}

/** Undefined for those that have nothing of the kind: no search finds what is missing. */
function hrefOf(
  { value }: TraceGroup,
  grouping: TraceGrouping,
  { query, params }: { query: string; params: FilterParams },
): string | undefined {
  if (value === null || value === '') return undefined
  if (grouping === 'project') return tracesPath({ ...params, query, project: value })
  return tracesPath({ ...params, query: withFilter(query, filterOf(KEYS[grouping], value)) })
}
