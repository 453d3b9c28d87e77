import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { exemplarsOf, toAttribute } from './exemplars.ts'
import { parseResource, parseScope, toItemAttributes } from './resource.ts'
import { spreadOf } from './spread.ts'
import {
  attributesIn,
  enumIn,
  finiteIn,
  memberOf,
  messagesIn,
  numberIn,
  secondsIn,
  textIn,
} from './values.ts'

/**
 * The data points of all metrics, as members of a container of metrics. A point without a value is left out; one whose name,
 * time or value cannot be read is a member that is refused.
 * https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto
 */
export function parseMetricPoints(request: unknown): JsonObject[] {
  const members: JsonObject[] = []
  for (const resourceMetrics of messagesIn(request, 'resourceMetrics')) {
    const resource = parseResource(resourceMetrics)
    for (const scopeMetrics of messagesIn(resourceMetrics, 'scopeMetrics')) {
      const shared = { ...resource.attributes, ...parseScope(scopeMetrics) }
      for (const metric of messagesIn(scopeMetrics, 'metrics')) {
        const data = dataOf(metric)
        for (const point of messagesIn(data?.data, 'dataPoints'))
          if (data !== undefined && hasValue(point)) members.push(toMember(metric, data, point, shared))
      }
    }
  }
  return members
}

/** The kind of a metric, which says how a point of it is read. */
interface MetricData {
  type: 'counter' | 'gauge' | 'distribution'
  data: unknown
  /** What an attribute says of sums that run on from export to export. */
  isCumulative: boolean
}

const CUMULATIVE = 2
const TEMPORALITIES = [
  'AGGREGATION_TEMPORALITY_UNSPECIFIED',
  'AGGREGATION_TEMPORALITY_DELTA',
  'AGGREGATION_TEMPORALITY_CUMULATIVE',
]

function dataOf(metric: unknown): MetricData | undefined {
  for (const kind of ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const) {
    const data = memberOf(metric, kind)
    if (data === undefined || data === null) continue
    const isCumulative = enumIn(data, 'aggregationTemporality', TEMPORALITIES) === CUMULATIVE
    if (kind === 'gauge') return { type: 'gauge', data, isCumulative: false }
    // A running total is no addition: added up, it would count everything once for each export.
    if (kind === 'sum') return { type: isCumulative ? 'gauge' : 'counter', data, isCumulative }
    return { type: 'distribution', data, isCumulative }
  }
  return undefined
}

const NO_RECORDED_VALUE = 1

function hasValue(point: unknown): boolean {
  return (numberIn(point, 'flags') & NO_RECORDED_VALUE) === 0
}

function toMember(metric: unknown, data: MetricData, point: unknown, shared: JsonObject): JsonObject {
  const { type, isCumulative } = data
  const exemplars = exemplarsOf(point)
  const [exemplar] = exemplars
  const unit = textIn(metric, 'unit')
  const attributes = {
    ...shared,
    ...attributesIn(point),
    ...(isCumulative ? { 'otel.temporality': 'cumulative' } : {}),
    // Of a running total that also falls, such as open connections, the value itself is what counts.
    ...(isCumulative && memberOf(data.data, 'isMonotonic') === true ? { 'otel.monotonic': true } : {}),
    ...(type === 'distribution' ? summaryOf(point) : {}),
    ...(exemplars.length === 0 ? {} : { 'otel.exemplars': toAttribute(exemplars) }),
  }
  return {
    type,
    name: textIn(metric, 'name'),
    timestamp: secondsIn(point, 'timeUnixNano'),
    value:
      type === 'distribution' ? meanOf(point) : (finiteIn(point, 'asDouble') ?? finiteIn(point, 'asInt')),
    ...(unit === undefined || unit === '1' ? {} : { unit }),
    ...(exemplar === undefined ? {} : { trace_id: exemplar.traceId }),
    ...(exemplar?.spanId ? { span_id: exemplar.spanId } : {}),
    attributes: toItemAttributes(attributes),
  }
}

/** Many measurements come as one point. Their mean is its value; how they are spread is in its attributes. */
function meanOf(point: unknown): number | undefined {
  const [count, sum] = [finiteIn(point, 'count'), finiteIn(point, 'sum')]
  return count === undefined || count === 0 || sum === undefined ? undefined : sum / count
}

function summaryOf(point: unknown): JsonObject {
  const facts = {
    'otel.count': finiteIn(point, 'count'),
    'otel.sum': finiteIn(point, 'sum'),
    'otel.min': finiteIn(point, 'min'),
    'otel.max': finiteIn(point, 'max'),
    ...spreadOf(point),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined))
}
