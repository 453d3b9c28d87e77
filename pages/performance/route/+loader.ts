import { render } from 'vike/abort'
import { chartZone } from '#renderer/format/chart-zone.ts'
import { clipText, formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatCovered } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { releasePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { drawHistogram } from '#renderer/ui/chart/draw/draw-histogram.ts'
import { drawLines, type LineSeries } from '#renderer/ui/chart/draw/draw-lines.ts'
import type { TimeBuckets } from '#renderer/ui/chart/draw/time-buckets.ts'
import { EARLIER } from '#renderer/ui/chart/draw/time-chart.ts'
import type { RouteDetail } from '#server/desk/performance/route.ts'
import { comparedPeriod, elapsedMinutes } from '../compared-period.ts'
import { performancePeriod } from '../performance-period.ts'
import { savedParameters } from '../saved-parameters.ts'
import { sinceOf } from '../since-of.ts'
import { groupBins } from './group-bins.ts'

export async function loader({ desk, url, scope, scopeRefusal, now, preferences }: LoaderContext) {
  const { searchParams } = url
  const read = (name: string) => searchParams.get(name) ?? ''
  const project = read('project')
  if (project === '' || !searchParams.has('name')) throw render(404)
  const route = { projectSlug: project, name: read('name'), op: read('op'), side: read('side') }
  const { buckets, isClipped } = performancePeriod(scope.period, preferences.zone, { isOfOne: true })
  const measured = { projectSlug: project, environment: scope.environment, buckets }
  const found = await desk.performance.findRoute(route, measured, now)
  const isCompared = searchParams.get('compare') === '1'
  const shown = { projectSlug: project, buckets, now, zone: preferences.zone, isCompared }
  return {
    route,
    savedParams: savedParameters(searchParams),
    refusal: scopeRefusal ?? (isClipped ? say.clipped : null),
    minutes: elapsedMinutes(buckets, now),
    covered: formatCovered(buckets, now, preferences.zone),
    compared: isCompared ? comparedPeriod(buckets, now, preferences.zone) : null,
    found: found === undefined ? null : toShown(found, shown),
  }
}

interface Shown {
  projectSlug: string
  buckets: TimeBuckets
  now: number
  zone: string
  isCompared: boolean
}

function toShown(
  { byBucket, byBucketBefore, bins, releaseMarkers, ...found }: RouteDetail,
  { projectSlug, buckets, now, zone, isCompared }: Shown,
) {
  const { p50, p75, p95 } = found.total
  const marks = releaseMarkers.map(({ time, version, environment }) => {
    const href = releasePath(projectSlug, version)
    const name = shortVersion(version) + (environment === null ? '' : ` (${environment})`)
    return { time, name, ...(href === undefined ? {} : { href }) }
  })
  const frame = { buckets, zone: chartZone(zone, buckets) }
  const durations = { ...frame, releaseMarkers: marks, format: formatDuration }
  const earlierP95: LineSeries = {
    name: say.before.p95,
    tone: EARLIER,
    values: byBucketBefore.map((one) => one.p95),
    value: found.before?.p95 ? formatDuration(found.before.p95) : say.noValue,
  }
  const whole = (value: number | null) => (value === null ? '' : formatDuration(value))
  return {
    total: found.total,
    before: isCompared ? found.before : null,
    examples: found.examples,
    timeSpent: found.timeSpent,
    vitals: found.vitals,
    change: found.change ? { ...found.change, since: sinceOf(found.change.hour, now, zone) } : null,
    changeAfter: found.changeAfter ?? null,
    percentiles: drawLines({
      ...durations,
      series: [
        { name: 'p95', tone: 'trail', values: byBucket.map((one) => one.p95), value: whole(p95) },
        { name: 'p75', tone: 'ink', values: byBucket.map((one) => one.p75), value: whole(p75) },
        { name: 'p50', tone: 'quiet', values: byBucket.map((one) => one.p50), value: whole(p50) },
        ...(isCompared ? [earlierP95] : []),
      ],
    }),
    throughput: drawBars({
      ...frame,
      releaseMarkers: marks,
      series: [
        { name: say.answered, tone: 'trail', values: byBucket.map(({ answered }) => answered) },
        { name: say.failed, tone: 'error', values: byBucket.map(({ failed }) => failed) },
      ],
      compared: isCompared
        ? {
            name: say.before.requests,
            values: byBucketBefore.map(({ answered, failed }) => answered + failed),
          }
        : undefined,
      format: formatNumber,
    }),
    histogram: drawHistogram({
      bins: groupBins(bins),
      marks: [
        { name: 'p50', value: p50 ?? 0 },
        { name: 'p75', value: p75 ?? 0 },
        { name: 'p95', value: p95 ?? 0 },
      ].filter(({ value }) => value > 0),
      format: formatDuration,
      formatCount: formatNumber,
    }),
  }
}

/** Shortens `shop@1.4.2` to `1.4.2`, and a commit to its first letters. */
function shortVersion(version: string): string {
  return clipText(version.replace(/^.*@(?=.)/s, ''), 14)
}
