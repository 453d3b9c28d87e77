import type { ApiRequest } from '#server/api/answer.ts'
import { formatTime } from '#server/api/time.ts'
import type { TraceSpan } from '#server/models/traces/traces.ts'
import type { Cell, Row } from '#server/search/tables/table-search.ts'
import type { TableScan } from './scan.ts'

/** Spans are in their traces, which are read one by one, some milliseconds each. */
const MOST_TRACES = 100
const MOST_SPANS = 20_000

interface PlacedSpan extends TraceSpan {
  traceId: string
  /** The name of what ran in its process. */
  transaction: string
}

/** Reads the spans of the newest traces of a period, or of the slowest ones; of one trace if the search names it. */
export async function scanSpans(request: ApiRequest, scan: TableScan) {
  const read = await readSpans(request, scan)
  return 'refusal' in read ? read : { rows: read.spans.map(toSpanRow), isWhole: read.isWhole }
}

/** Reads the spans that the rows are made of. */
export async function readSpans({ desk }: ApiRequest, scan: TableScan) {
  const found =
    scan.traceId === undefined ? await findTraces(desk, scan) : { ids: [scan.traceId], isWhole: true }
  if ('refusal' in found) return found
  const spans: PlacedSpan[] = []
  let { isWhole } = found
  for (const traceId of found.ids) {
    if (spans.length >= MOST_SPANS) isWhole = false
    if (!isWhole && spans.length >= MOST_SPANS) break
    const trace = await desk.traces.read(traceId)
    isWhole &&= trace.isWhole
    spans.push(...placeSpans(trace.traceId, trace.spans).filter((span) => isAsked(span, scan)))
  }
  return { spans, isWhole }
}

async function findTraces(
  desk: ApiRequest['desk'],
  { projects, period, environment, isBySlowest }: TableScan,
) {
  const [only] = projects
  const listed = await desk.traces.search({
    ...{ query: '', sort: isBySlowest ? 'slowest' : undefined, limit: MOST_TRACES, cursor: undefined },
    ...{ projectSlug: projects.length === 1 ? only?.slug : undefined, environment, ...period },
  })
  if ('refusal' in listed) return listed
  const ids = [...new Set(listed.traces.map(({ traceId }) => traceId))]
  return { ids, isWhole: listed.nextCursor === null }
}

function isAsked({ projectId, startUs, environment }: PlacedSpan, scan: TableScan): boolean {
  const startMs = startUs / 1_000
  if (!scan.projects.some(({ id }) => id === projectId)) return false
  if (scan.environment !== undefined && environment !== scan.environment) return false
  return scan.traceId !== undefined || (startMs >= scan.period.start && startMs < scan.period.end)
}

function placeSpans(traceId: string, spans: readonly TraceSpan[]): PlacedSpan[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  return spans.map((span) => ({
    ...span,
    traceId,
    transaction: span.isSegment ? span.name : (names.get(span.segmentId ?? '') ?? ''),
  }))
}

type Reader = (span: PlacedSpan) => Cell

/** Sentry's names of what a span has; all others are its attributes. */
const FIELDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['id', ({ spanId }) => spanId],
  ['span_id', ({ spanId }) => spanId],
  ['parent_span', ({ parentSpanId }) => parentSpanId],
  ['trace', ({ traceId }) => traceId],
  ['span.op', ({ op }) => op],
  ['transaction.op', ({ op, isSegment }) => (isSegment ? op : null)],
  ['span.name', ({ name }) => name],
  ['span.description', ({ name }) => name],
  ['message', ({ name }) => name],
  ['title', ({ name }) => name],
  ['span.duration', ({ durationUs }) => durationUs / 1_000],
  ['transaction.duration', ({ durationUs, isSegment }) => (isSegment ? durationUs / 1_000 : null)],
  ['span.status', ({ status }) => status],
  ['transaction.status', ({ status }) => status],
  ['transaction', ({ transaction }) => transaction],
  ['is_transaction', ({ isSegment }) => isSegment],
  ['event.type', ({ isSegment }) => (isSegment ? 'transaction' : 'span')],
  ['project', ({ projectSlug }) => projectSlug],
  ['project.name', ({ projectSlug }) => projectSlug],
  ['project.id', ({ projectId }) => projectId],
  ['timestamp', ({ startUs }) => formatTime(startUs / 1_000)],
  ['release', ({ release }) => release],
  ['environment', ({ environment }) => environment],
])

function toSpanRow(span: PlacedSpan): Row {
  return (field) => {
    const read = FIELDS.get(field)
    if (read) return read(span)
    const measured = field.startsWith('measurements.') ? field.slice('measurements.'.length) : undefined
    if (measured !== undefined) return ownOf(span.measurements ?? {}, measured)?.value ?? null
    return toCell(ownOf(span.data, field))
  }
}

/** Attributes are the sender's: what an object inherits is none of them. */
function ownOf<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

export function toCell(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'undefined':
      return null
    default:
      return value === null ? null : JSON.stringify(value)
  }
}
