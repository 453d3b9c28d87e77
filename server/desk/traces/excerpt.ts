import type {
  TraceError,
  TraceExcerpt,
  TraceListing,
  TraceRow,
  TraceSpan,
} from '#server/models/traces/traces.ts'

const MOST_SPANS = 14
const MOST_ERRORS = 8
const NAME_CHARACTERS = 200

/** Null when nothing is known of the trace but the event itself. */
export function excerptOf(trace: TraceListing, eventId: string): TraceExcerpt | null {
  const { spans, looseErrors } = trace
  const errors = [...spans.flatMap((span) => span.errors), ...looseErrors]
  if (spans.length === 0 && errors.every((error) => error.eventId === eventId)) return null
  const start = Math.min(...spans.map(({ startUs }) => startUs), ...errors.map(startOf))
  const end = Math.max(...spans.map((span) => span.startUs + span.durationUs), ...errors.map(startOf))
  const shown = chosenSpans(spans, eventId)
  const shownErrors = new Set(nearestFirst(errors, eventId).slice(0, MOST_ERRORS))
  return {
    traceId: trace.traceId,
    spanCount: spans.length,
    errorCount: errors.length,
    isWhole: trace.isWhole,
    durationUs: end - start,
    rows: [
      ...rowsOf(spans, { shown, shownErrors, eventId, start }),
      ...looseErrors
        .filter((error) => shownErrors.has(error))
        .map((error) => errorRow(error, 0, { eventId, start })),
    ],
  }
}

/** Chooses the spans above the event first, then where processes began, then what failed, then what took longest. */
function chosenSpans(spans: TraceSpan[], eventId: string): Set<TraceSpan> {
  const here = spans.findIndex(({ errors }) => errors.some((error) => error.eventId === eventId))
  const byDuration = spans.toSorted((a, b) => b.durationUs - a.durationUs)
  const wanted = [
    ...(here === -1 ? [] : wayDownTo(spans, here)),
    ...spans.filter(({ isSegment }) => isSegment),
    ...spans.filter(({ errors }) => errors.length > 0),
    ...byDuration,
  ]
  const chosen = new Set<TraceSpan>()
  for (const span of wanted) {
    if (chosen.size === MOST_SPANS) break
    chosen.add(span)
  }
  return chosen
}

/** Lists a span and those above it, the nearest first. */
function wayDownTo(spans: TraceSpan[], index: number): TraceSpan[] {
  const way: TraceSpan[] = []
  let above = Number.POSITIVE_INFINITY
  for (let at = index; at >= 0 && above > 0; at--) {
    const span = spans[at]
    if (span === undefined || span.depth >= above) continue
    way.push(span)
    above = span.depth
  }
  return way
}

interface RowOptions {
  shown: Set<TraceSpan>
  shownErrors: Set<TraceError>
  eventId: string
  start: number
}

/** Depths count the spans that are shown. */
function rowsOf(spans: TraceSpan[], options: RowOptions): TraceRow[] {
  const { shown, shownErrors, eventId, start } = options
  const rows: TraceRow[] = []
  const above: number[] = []
  for (const span of spans) {
    if (!shown.has(span)) continue
    while ((above.at(-1) ?? -1) >= span.depth) above.pop()
    const depth = above.length
    above.push(span.depth)
    rows.push({
      kind: 'span',
      depth,
      op: span.op.slice(0, NAME_CHARACTERS),
      name: span.name.slice(0, NAME_CHARACTERS).toWellFormed(),
      side: span.side,
      isFailed: span.status !== 'ok' && span.status !== 'unset',
      startUs: span.startUs - start,
      durationUs: span.durationUs,
      isHere: span.errors.some((error) => error.eventId === eventId),
    })
    for (const error of span.errors) {
      if (shownErrors.has(error)) rows.push(errorRow(error, depth + 1, { eventId, start }))
    }
  }
  return rows
}

function errorRow(
  error: TraceError,
  depth: number,
  { eventId, start }: { eventId: string; start: number },
): TraceRow {
  return {
    kind: 'error',
    depth,
    op: error.level,
    name: `${error.type}: ${error.value}`.slice(0, NAME_CHARACTERS).toWellFormed(),
    side: 'server',
    isFailed: true,
    startUs: startOf(error) - start,
    durationUs: 0,
    isHere: error.eventId === eventId,
    event: { issueId: error.issueId, eventId: error.eventId },
  }
}

function nearestFirst(errors: TraceError[], eventId: string): TraceError[] {
  const here = errors.find((error) => error.eventId === eventId)
  const distance = (error: TraceError) => Math.abs(error.timestamp - (here?.timestamp ?? 0))
  return errors.toSorted((a, b) => distance(a) - distance(b))
}

function startOf({ timestamp }: TraceError): number {
  return timestamp * 1000
}
