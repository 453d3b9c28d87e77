import type { Kysely } from 'kysely'
import type {
  Change,
  MeasuredBuckets,
  Percentiles,
  PeriodNumbers,
  RouteName,
  TimeSpent,
  VitalSummary,
} from '#server/models/performance.ts'
import { VITALS } from '#server/processing/measurements.ts'
import type { SketchBin } from '#server/processing/sketches/quantile-sketch.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { listReleaseMarkers, type ReleaseMarker } from '#server/store/performance/release-marks.ts'
import {
  bucketsBefore,
  type ExampleRow,
  listMeasured,
  listWithExamples,
  type MeasuredRow,
  type MeasuredScope,
} from '#server/store/performance/rows.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listStoredTraceIds, listTraceSpans, type StoredSpan } from '#server/store/traces/spans.ts'
import type { Example } from '#server/writer/aggregates/performance-examples.ts'
import {
  fastestFirst,
  listExamples,
  nearestTo,
  numbersOf,
  percentilesOf,
  slowestFirst,
  summarize,
  summarizeByBucket,
} from './summary.ts'
import { requestsOf, spendTime, type TimedRequest } from './time-spent.ts'
import { rateVital } from './vitals.ts'
import { changeOf, lastWeek } from './week.ts'

const EXAMPLES = 3
const SPANS_A_TRACE = 1_000

export interface RouteDetail {
  total: PeriodNumbers
  /** The period before, of the same length; null when nothing came in it. */
  before: PeriodNumbers | null
  byBucket: BucketNumbers[]
  byBucketBefore: BucketNumbers[]
  /** The bins that are not empty, in milliseconds, from the least. */
  bins: SketchBin[]
  /** Traces that are still stored. */
  examples: Record<'fast' | 'usual' | 'slow', Example[]>
  timeSpent: TimeSpent[]
  vitals: VitalSummary[]
  releaseMarkers: ReleaseMarker[]
  /** The change of speed within the last seven days; undefined when there was none. */
  change: Change | undefined
  /** The latest release or deploy in the day before that change; undefined when there was none. */
  changeAfter: ReleaseMarker | undefined
}

export type BucketNumbers = Percentiles & { answered: number; failed: number }

interface RouteQuery extends RouteName {
  projectId: number
  environment: string | undefined
  buckets: MeasuredBuckets
  now: number
}

const CAUSE_MS = 24 * HOUR_MS

export async function describeRoute(
  db: Kysely<Database>,
  route: RouteQuery,
): Promise<RouteDetail | undefined> {
  const { projectId, environment, buckets } = route
  const scope: MeasuredScope = { projectIds: [projectId], environment, buckets, kind: 'route' }
  const week = lastWeek(route.now)
  const earlierBuckets = bucketsBefore(buckets)
  const from = Math.min(buckets.start, week.start)
  const to = buckets.start + buckets.stepMs * buckets.count
  const readRows = async () => {
    const rows = await listOf(db, scope, route)
    const total = summarize(rows)
    const examples = await findExamples(db, rows, total.sketch.quantile(0.5) ?? 0)
    return { rows, total, examples, timeSpent: await readTimeSpent(db, route, examples.usual) }
  }
  const [{ rows, total, examples, timeSpent }, earlier, vitals, vitalsBefore, hourly, releaseMarkers] =
    await Promise.all([
      readRows(),
      listOf(db, { ...scope, buckets: earlierBuckets }, route),
      listVitalsOf(db, scope, route),
      listVitalsOf(db, { ...scope, buckets: earlierBuckets }, route),
      listOf(db, { ...scope, buckets: week }, route),
      listReleaseMarkers(db, { projectId, from, to }),
    ])
  const numbers = numbersOf(total)
  if (numbers === null) return undefined
  const change = changeOf(hourly, week)
  return {
    total: numbers,
    before: numbersOf(summarize(earlier)),
    byBucket: numbersByBucket(rows, buckets),
    byBucketBefore: numbersByBucket(earlier, earlierBuckets),
    bins: total.sketch.listBins().map(inMillis),
    examples,
    timeSpent,
    vitals: VITALS.flatMap((vital) => {
      const ofVital = ({ op }: MeasuredRow) => op === vital
      return (
        rateVital(vital, summarize(vitals.filter(ofVital)), summarize(vitalsBefore.filter(ofVital))) ?? []
      )
    }),
    releaseMarkers,
    change,
    changeAfter: change && causeOf(releaseMarkers, change, environment),
  }
}

async function listOf(db: Kysely<Database>, scope: MeasuredScope, { name, op, side }: RouteName) {
  const rows = await listWithExamples(db, scope, [name])
  return rows.filter((row) => row.op === op && row.side === side)
}

async function listVitalsOf(db: Kysely<Database>, scope: MeasuredScope, { name, side }: RouteName) {
  return side === 'browser' ? listMeasured(db, { ...scope, kind: 'vital' }, [name]) : []
}

function numbersByBucket(rows: readonly MeasuredRow[], buckets: MeasuredBuckets): BucketNumbers[] {
  return summarizeByBucket(rows, buckets).map(({ sketch, quantity, failures }) => ({
    ...percentilesOf(sketch),
    answered: quantity - failures,
    failed: failures,
  }))
}

function inMillis({ from, to, count }: SketchBin): SketchBin {
  return { from: from / 1_000, to: to / 1_000, count }
}

/**
 * The cause may have come at any time of the hour in which the change began. A deploy to another environment is none;
 * where none was chosen, most requests are of production.
 */
function causeOf(
  releaseMarkers: readonly ReleaseMarker[],
  { hour }: Change,
  environment = 'production',
): ReleaseMarker | undefined {
  const end = (hour + 1) * HOUR_MS
  return releaseMarkers.findLast(
    (marker) =>
      marker.time < end &&
      marker.time >= end - CAUSE_MS &&
      (marker.environment === null || marker.environment === environment),
  )
}

async function findExamples(
  db: Kysely<Database>,
  rows: readonly ExampleRow[],
  median: number,
): Promise<RouteDetail['examples']> {
  // Some of them will be gone by now.
  const most = EXAMPLES * 3
  const found = {
    fast: listExamples(rows, 'fast', fastestFirst).slice(0, most),
    usual: listExamples(rows, 'usual', nearestTo(median)).slice(0, most),
    slow: listExamples(rows, 'slow', slowestFirst).slice(0, most),
  }
  const ids = Object.values(found).flatMap((examples) => examples.map(({ traceId }) => traceId))
  const stored = await listStoredTraceIds(db, [...new Set(ids)])
  const kept = (examples: Example[]) =>
    examples
      .filter(({ traceId }) => stored.has(traceId))
      .slice(0, EXAMPLES)
      .map(({ traceId, value }) => ({ traceId, value: value / 1_000 }))
  return { fast: kept(found.fast), usual: kept(found.usual), slow: kept(found.slow) }
}

/** Typical requests alone, so that what they took can be compared with the median. */
async function readTimeSpent(
  db: Kysely<Database>,
  { projectId, name, op, side }: RouteQuery,
  examples: readonly Example[],
): Promise<TimeSpent[]> {
  const traceIds = [...new Set(examples.map((example) => example.traceId))]
  const traces = await Promise.all(traceIds.map((traceId) => listTraceSpans(db, traceId, SPANS_A_TRACE)))
  const isRoot = (span: StoredSpan) =>
    span.isSegment &&
    span.projectId === projectId &&
    span.name === name &&
    span.op === op &&
    span.side === side
  const requests = traces.flatMap((spans): TimedRequest[] => requestsOf(spans, isRoot))
  return spendTime(requests)
}
