import type { Kysely } from 'kysely'
import type { MeasuredBuckets } from '#server/models/performance.ts'
import type { Period } from '#server/models/period.ts'
import type { TraceFirstError, TraceRowFacts } from '#server/models/traces/trace-rows.ts'
import { QuantileSketch } from '#server/processing/sketches/quantile-sketch.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { listMeasured } from '#server/store/performance/rows.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listErrorsOfTraces } from '#server/store/traces/first-errors.ts'
import type { SegmentRow } from '#server/store/traces/list-traces.ts'
import { listSpansOfTraces } from '#server/store/traces/spans.ts'
import { sideRuns } from '#server/traces/waterfall/side-runs.ts'

/** Longer periods are read by day. */
const LONGEST_IN_HOURS = 2 * DAY_MS
const LONGEST = 90 * DAY_MS

/** Reads what tells the rows of one page apart: a few queries for all of them. */
export async function describeRows(
  db: Kysely<Database>,
  rows: readonly SegmentRow[],
  scope: Period & { environment: string | undefined },
): Promise<{ row: SegmentRow; facts: TraceRowFacts }[]> {
  const traceIds = [...new Set(rows.map(({ traceId }) => traceId))]
  const [errors, spans, p95Of] = await Promise.all([
    readFirstErrors(db, traceIds),
    listSpansOfTraces(db, traceIds),
    readP95s(db, rows, scope),
  ])
  return rows.map((row) => {
    const ofTrace = spans.get(row.traceId)
    const segment = { ...row, side: row.side === 'browser' ? ('browser' as const) : ('server' as const) }
    const facts = {
      firstError: errors.get(row.traceId) ?? null,
      p95Us: p95Of(row),
      runs: ofTrace === undefined ? [] : sideRuns(segment, ofTrace),
    }
    return { row, facts }
  })
}

async function readFirstErrors(db: Kysely<Database>, traceIds: readonly string[]) {
  const first = new Map<string, TraceFirstError>()
  for (const { traceId, issueId, type, value, ...issue } of await listErrorsOfTraces(db, traceIds)) {
    const known = traceId === null ? undefined : first.get(traceId)
    if (known) known.others++
    else if (traceId !== null) {
      first.set(traceId, { issueId, shortId: formatShortId(issue), type, value, others: 0 })
    }
  }
  return first
}

type Route = Pick<SegmentRow, 'projectId' | 'name' | 'op' | 'side'>

/** Of the period, but of a day at least: a few requests would make anything slow. */
async function readP95s(
  db: Kysely<Database>,
  rows: readonly Route[],
  { start, end, environment }: Period & { environment: string | undefined },
) {
  const scope = {
    projectIds: [...new Set(rows.map(({ projectId }) => projectId))],
    environment,
    buckets: bucketsOf({ start: Math.max(Math.min(start, end - DAY_MS), end - LONGEST), end }),
    kind: 'route' as const,
  }
  const names = [...new Set(rows.map(({ name }) => name))]
  const measured = rows.length === 0 ? [] : await listMeasured(db, scope, names)
  const sketches = new Map<string, QuantileSketch>()
  for (const row of measured) {
    const sketch = sketches.get(keyOf(row)) ?? new QuantileSketch()
    sketch.merge(row.sketch)
    sketches.set(keyOf(row), sketch)
  }
  const p95s = new Map([...sketches].map(([key, sketch]) => [key, sketch.quantile(0.95)]))
  return (route: Route) => p95s.get(keyOf(route)) ?? null
}

function bucketsOf({ start, end }: Period): MeasuredBuckets {
  const stepMs = end - start > LONGEST_IN_HOURS ? DAY_MS : HOUR_MS
  const first = Math.floor(start / stepMs) * stepMs
  return { start: first, stepMs, count: Math.ceil((end - first) / stepMs) }
}

function keyOf({ projectId, name, op, side }: Route): string {
  return [projectId, op, side, name].join('\0')
}
