import type { LoaderContext } from '#renderer/page/loader.ts'
import { metricPath, metricsPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import { sparkPath } from '#renderer/ui/chart/draw/spark-path.ts'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'

const METRICS_A_PAGE = 25
const TREND_STEPS = 24

export async function loader({ desk, url, scope, scopeRefusal }: LoaderContext) {
  const { searchParams } = url
  const search = searchParams.get('query')?.trim().slice(0, 200) ?? ''
  const after = searchParams.get('after') ?? undefined
  const listing = await desk.metrics.list({
    ...{ project: scope.project, isWithoutOwn: scope.isWithoutOwn, environment: scope.environment },
    ...{ period: scope.period, steps: TREND_STEPS, search, after, limit: METRICS_A_PAGE },
  })
  const savedParams = scopeParams(searchParams)
  const shown = { ...savedParams, query: search || undefined }
  const isEmpty = listing.metrics.length === 0 && search === '' && after === undefined
  return {
    refusal: scopeRefusal,
    savedParams,
    search,
    metrics: listing.metrics.map(({ trend, kind, ...metric }) => ({
      ...{ ...metric, kind, href: metricPath(metric.name, savedParams) },
      spark: sparkPath(kind === 'total' ? growthOf(trend) : fromLowest(trend)),
    })),
    isPartial: listing.isPartial,
    showsProject: scope.project === undefined,
    first: after === undefined ? null : metricsPath(shown),
    next: listing.next === null ? null : metricsPath({ ...shown, after: listing.next }),
    all: metricsPath(savedParams),
    firstSteps: isEmpty ? await firstStepsOf(desk, scope) : null,
  }
}

/** Without a metric of any time and environment, the page shows how to send one. */
async function firstStepsOf(
  desk: LoaderContext['desk'],
  scope: LoaderContext['scope'],
): Promise<string | null> {
  const any = await desk.metrics.list({
    ...{ project: scope.project, isWithoutOwn: scope.isWithoutOwn, environment: undefined },
    ...{ period: { start: 0, end: scope.period.end }, steps: 1, search: '', after: undefined, limit: 1 },
  })
  return any.metrics.length === 0 ? renderFirstSteps(desk, 'metrics', scope.project) : null
}

/** The growth of a running total. A total that fell has started again from zero. */
function growthOf(trend: readonly (number | null)[]): (number | null)[] {
  return trend.map((value, index) => {
    const before = trend[index - 1] ?? null
    return value === null || before === null ? null : value >= before ? value - before : value
  })
}

/** A line that has values below zero begins at its lowest. */
function fromLowest(trend: readonly (number | null)[]): (number | null)[] {
  const lowest = Math.min(0, ...trend.map((value) => value ?? 0))
  return trend.map((value) => (value === null ? null : value - lowest))
}
