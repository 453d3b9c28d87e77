import type { TraceListing, TraceLog, TraceSpan } from '#server/models/traces/traces.ts'
import { correctClocks, pickReference, type TimedSpan } from './correct-clocks.ts'
import { findCriticalPath, type Interval } from './critical-path.ts'
import { findGaps } from './gaps.ts'
import { errorRow, gapRow, logRow, spanRow } from './rows.ts'
import { readVitalMarks } from './vital-marks.ts'
import type { ClockCorrection, Waterfall, WaterfallRow } from './waterfall.ts'

/** Shorter gaps are not shown: a share of the trace, and a time. */
const GAP_SHARE = 0.05
const SHORTEST_GAP_US = 10_000
/** Stretches of one span that are closer than this share of the trace are drawn as one. */
const FINEST_SHARE = 60

interface PlacedSpan extends Interval {
  span: TraceSpan
  key: string
  children: number[]
}

/** Makes rows of all that is known of a trace. */
export function buildWaterfall(
  trace: TraceListing,
  logs: readonly TraceLog[],
  areAllLogs: boolean,
): Waterfall {
  const { timed, parents } = timeSpans(trace.spans)
  const reference = pickReference(timed)
  const offsets = correctClocks(timed, reference)
  const shiftOf = (index: number) => offsets.get(timed[index]?.clock ?? '') ?? 0
  const beginUs = beginOf(trace, logs, shiftOf)
  const keys = uniqueKeys(trace.spans)
  const placed = trace.spans.map((span, index): PlacedSpan => {
    const startUs = span.startUs + shiftOf(index) - beginUs
    return { span, key: keys[index] ?? '', startUs, endUs: startUs + span.durationUs, children: [] }
  })
  const roots = hangChildren(placed, parents)
  const durationUs = durationOf(placed, trace, logs, beginUs)
  const rows = layOut({ placed, roots, logs, trace, beginUs, durationUs })
  return {
    traceId: trace.traceId,
    ...nameOf(rows, trace.traceId),
    startUs: beginUs,
    durationUs,
    rows,
    spans: new Map(placed.map(({ key, span }) => [key, span])),
    spanCount: trace.spans.length,
    errorCount: rows.filter(({ kind }) => kind === 'error').length,
    logCount: logs.length,
    orphanCount: rows.filter(({ isOrphan }) => isOrphan).length,
    projects: distinct([...trace.spans, ...trace.looseErrors].map(({ projectSlug }) => projectSlug)),
    environments: distinct(trace.spans.map(({ environment }) => environment ?? '')),
    releases: releasesOf(trace.spans),
    clocks: correctionsOf(trace.spans, timed, offsets),
    marks: placed.flatMap(({ span, startUs }) => readVitalMarks(span, startUs)),
    isWhole: trace.isWhole && areAllLogs,
  }
}

/** Spans stand after those above them, so that the last span of the depth above is the parent. */
function timeSpans(spans: readonly TraceSpan[]) {
  const above: number[] = []
  const parents: (number | undefined)[] = []
  const timed = spans.map((span, index): TimedSpan & { isServer: boolean } => {
    above.length = span.depth
    const parent = above.at(-1)
    above.push(index)
    parents.push(parent)
    const { startUs, durationUs, side, op } = span
    const isAwaited = op === 'http.server' && parent !== undefined && spans[parent]?.op === 'http.client'
    return { clock: clockOf(span), parent, startUs, durationUs, isServer: side === 'server', isAwaited }
  })
  return { timed, parents }
}

function clockOf({ projectSlug, side }: TraceSpan): string {
  return `${side}:${projectSlug}`
}

function beginOf(trace: TraceListing, logs: readonly TraceLog[], shiftOf: (index: number) => number): number {
  let first = Number.POSITIVE_INFINITY
  for (const [index, span] of trace.spans.entries()) first = Math.min(first, span.startUs + shiftOf(index))
  if (first !== Number.POSITIVE_INFINITY) return first
  for (const { timestamp } of trace.looseErrors) first = Math.min(first, timestamp * 1_000)
  for (const { timestampUs } of logs) first = Math.min(first, timestampUs)
  return first === Number.POSITIVE_INFINITY ? 0 : first
}

function durationOf(
  placed: readonly PlacedSpan[],
  trace: TraceListing,
  logs: readonly TraceLog[],
  beginUs: number,
): number {
  let last = 1 // not 0, since others divide by it
  for (const { endUs } of placed) last = Math.max(last, endUs)
  if (placed.length > 0) return last
  for (const { timestamp } of trace.looseErrors) last = Math.max(last, timestamp * 1_000 - beginUs)
  for (const { timestampUs } of logs) last = Math.max(last, timestampUs - beginUs)
  return last
}

/** Gives the rows at the top, all in the order of their starts, which the clocks may have changed. */
function hangChildren(placed: PlacedSpan[], parents: readonly (number | undefined)[]): number[] {
  const roots: number[] = []
  for (const [index, parent] of parents.entries()) {
    const siblings = parent === undefined ? roots : (placed[parent]?.children ?? roots)
    siblings.push(index)
  }
  const startOf = (index: number) => placed[index]?.startUs ?? 0
  for (const list of [roots, ...placed.map(({ children }) => children)]) {
    if (list.length > 1) list.sort((a, b) => startOf(a) - startOf(b) || a - b)
  }
  return roots
}

interface Layout {
  placed: readonly PlacedSpan[]
  roots: readonly number[]
  logs: readonly TraceLog[]
  trace: TraceListing
  beginUs: number
  durationUs: number
}

interface Node {
  row: WaterfallRow
  /** The span's place among the spans; undefined when the row is not a span. */
  span?: number
}

function layOut({ placed, roots, logs, trace, beginUs, durationUs }: Layout): WaterfallRow[] {
  const critical = criticalOf(placed, roots, durationUs / FINEST_SHARE)
  const { bySpan: logsBySpan, loose } = groupLogs(placed, logs)
  const leastGapUs = Math.max(SHORTEST_GAP_US, durationUs * GAP_SHARE)
  const nodeOf = (index: number, depth: number): Node[] => {
    const one = placed[index]
    if (one === undefined) return []
    const row = spanRow(one.span, { key: one.key, depth, startUs: one.startUs })
    const stretches = critical.get(index)
    return [{ row: stretches === undefined ? row : { ...row, critical: stretches }, span: index }]
  }
  function below(index: number, depth: number): Node[] {
    const one = placed[index]
    if (one === undefined) return []
    // What the same process recorded was timed by the same clock.
    const zeroUs = one.span.startUs - one.startUs
    const own: Node[] = one.span.errors.map((error) => ({ row: errorRow(error, depth, zeroUs) }))
    for (const log of logsBySpan.get(index) ?? []) own.push({ row: logRow(log, depth, zeroUs) })
    const children = one.children.flatMap((child) => placed[child] ?? [])
    const gaps = children.length === 0 ? [] : findGaps(one, children, leastGapUs)
    for (const [place, gap] of gaps.entries()) own.push({ row: gapRow(gap, one.key, place, depth) })
    const spans = one.children.flatMap((child) => nodeOf(child, depth))
    if (own.length === 0) return spans
    return [...own, ...spans].sort((a, b) => a.row.startUs - b.row.startUs)
  }
  const top: Node[] = roots.flatMap((root) => nodeOf(root, 0))
  top.push(...trace.looseErrors.map((error) => ({ row: errorRow(error, 0, beginUs) })))
  top.push(...loose.map((log) => ({ row: logRow(log, 0, beginUs) })))
  const rows: WaterfallRow[] = []
  const waiting = top.sort((a, b) => a.row.startUs - b.row.startUs).reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    rows.push(next.row)
    if (next.span !== undefined) waiting.push(...below(next.span, next.row.depth + 1).reverse())
  }
  return countBelow(rows)
}

/** The path of the span that began first; nothing waited for the other spans at the top. */
function criticalOf(
  placed: readonly PlacedSpan[],
  roots: readonly number[],
  finestUs: number,
): Map<number, [number, number][]> {
  const children = placed.map((one) => one.children)
  const found = new Map<number, [number, number][]>()
  const [first] = roots
  if (first === undefined) return found
  for (const { span, startUs, endUs } of findCriticalPath(placed, children, first)) {
    const known = found.get(span)
    const last = known?.at(-1)
    if (last && startUs - last[1] < finestUs) last[1] = endUs
    else if (known) known.push([startUs, endUs])
    else found.set(span, [[startUs, endUs]])
  }
  return found
}

function groupLogs(placed: readonly PlacedSpan[], logs: readonly TraceLog[]) {
  const places = new Map(placed.map(({ span }, index) => [span.spanId, index]))
  const bySpan = new Map<number, TraceLog[]>()
  const loose = logs.filter((log) => {
    const place = log.spanId === null ? undefined : places.get(log.spanId)
    if (place === undefined) return true
    const known = bySpan.get(place)
    if (known) known.push(log)
    else bySpan.set(place, [log])
    return false
  })
  return { bySpan, loose }
}

/** Counts, for each row, how many of the rows that follow are below it. */
export function countBelow(rows: WaterfallRow[]): WaterfallRow[] {
  const open: number[] = []
  const close = (depth: number, end: number) => {
    for (
      let last = open.at(-1);
      last !== undefined && (rows[last]?.depth ?? 0) >= depth;
      last = open.at(-1)
    ) {
      const row = rows[last]
      if (row) row.size = end - last - 1
      open.pop()
    }
  }
  for (const [index, { depth }] of rows.entries()) {
    close(depth, index)
    open.push(index)
  }
  close(0, rows.length)
  return rows
}

function uniqueKeys(spans: readonly TraceSpan[]): string[] {
  const known = new Set<string>()
  return spans.map(({ spanId, projectId }) => {
    const key = known.has(spanId) ? `${spanId}.${projectId}` : spanId
    known.add(key)
    return key
  })
}

function correctionsOf(
  spans: readonly TraceSpan[],
  timed: readonly TimedSpan[],
  offsets: ReadonlyMap<string, number>,
): ClockCorrection[] {
  const told = new Set<string>()
  return spans.flatMap(({ projectSlug, side }, index) => {
    const clock = timed[index]?.clock ?? ''
    const offsetUs = offsets.get(clock) ?? 0
    if (offsetUs === 0 || told.has(clock)) return []
    told.add(clock)
    return [{ projectSlug, side, offsetUs }]
  })
}

function releasesOf(spans: readonly TraceSpan[]) {
  const found = new Map<string, { projectSlug: string; version: string }>()
  for (const { projectSlug, release } of spans) {
    if (release !== null) found.set(`${projectSlug} ${release}`, { projectSlug, version: release })
  }
  return [...found.values()].slice(0, 8)
}

function nameOf(
  rows: readonly WaterfallRow[],
  traceId: string,
): Pick<Waterfall, 'name' | 'op' | 'projectSlug'> {
  const root = rows.find(({ kind, name }) => kind === 'span' && name !== '') ?? rows[0]
  if (root === undefined || root.name === '') return { name: traceId, op: '', projectSlug: '' }
  return { name: root.name, op: root.kind === 'span' ? root.op : '', projectSlug: root.projectSlug }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
