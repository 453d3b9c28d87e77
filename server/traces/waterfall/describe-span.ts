import type { TraceError, TraceSpan } from '#server/models/traces/traces.ts'
import type { Waterfall } from './waterfall.ts'

/** One span with all that is stored of it. */
export interface SpanDetail extends Omit<TraceSpan, 'depth' | 'errors' | 'data'> {
  key: string
  /** Microseconds since the beginning of the trace, in its one clock. */
  sinceUs: number
  /** The time in which none of the span's children ran. */
  ownUs: number
  /** The time that the span was on the critical path. */
  criticalUs: number
  parent: { key: string; op: string; name: string } | null
  childCount: number
  /** The name of the span that its process began with: a route or a page. */
  segmentName: string | null
  statement: string | null
  data: [name: string, value: string][]
  errors: TraceError[]
}

/** Attributes that hold a query to a database. */
const STATEMENTS = ['db.query.text', 'db.statement']
const STATEMENT_OPS = /^db(\.|$)/

export function describeSpan(waterfall: Waterfall, key: string): SpanDetail | undefined {
  const span = waterfall.spans.get(key)
  const index = waterfall.rows.findIndex((row) => row.key === key)
  const row = waterfall.rows[index]
  if (span === undefined || row === undefined) return undefined
  const { depth: _depth, data, ...rest } = span
  const children = childrenOf(waterfall, index)
  return {
    ...rest,
    key,
    sinceUs: row.startUs,
    ownUs: Math.max(0, span.durationUs - coveredBy(children, row.startUs, row.startUs + row.durationUs)),
    criticalUs: (row.critical ?? []).reduce((sum, [from, to]) => sum + to - from, 0),
    parent: parentOf(waterfall, index),
    childCount: children.length,
    segmentName: segmentNameOf(waterfall, span),
    statement: statementOf(span),
    data: Object.entries(data).flatMap(([name, value]): [string, string][] =>
      STATEMENTS.includes(name) && value === statementOf(span) ? [] : [[name, textOf(value)]],
    ),
  }
}

function childrenOf({ rows }: Waterfall, index: number) {
  const row = rows[index]
  if (row === undefined) return []
  return rows
    .slice(index + 1, index + 1 + row.size)
    .filter(({ kind, depth }) => kind === 'span' && depth === row.depth + 1)
}

function coveredBy(children: ReturnType<typeof childrenOf>, from: number, to: number): number {
  let covered = 0
  let reached = from
  for (const { startUs, durationUs } of children) {
    const end = Math.min(startUs + durationUs, to)
    covered += Math.max(0, end - Math.max(startUs, reached))
    reached = Math.max(reached, end)
  }
  return covered
}

function parentOf({ rows }: Waterfall, index: number): SpanDetail['parent'] {
  const depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above--) {
    const row = rows[above]
    if (row && row.depth < depth) return { key: row.key, op: row.op, name: row.name }
  }
  return null
}

function segmentNameOf({ spans }: Waterfall, span: TraceSpan): string | null {
  if (span.isSegment) return span.name
  return span.segmentId === null ? null : (spans.get(span.segmentId)?.name ?? null)
}

function statementOf({ op, name, data }: TraceSpan): string | null {
  for (const key of STATEMENTS) {
    const value = data[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return STATEMENT_OPS.test(op) && name !== '' ? name : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
