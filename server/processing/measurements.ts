import type { NormalizedSpan } from './span.ts'

/**
 * What performance is made of. A `vital` is of one page, a `site_vital` of all of them together: an overview would have
 * to merge hundreds of pages otherwise. A `prefetch` is a navigation, by what was there of its data.
 */
export type MeasuredKind = 'route' | 'query' | 'vital' | 'site_vital' | 'prefetch'

/** One measured value; of vitals the `op` says which, of a `prefetch` how it was found. */
export interface Measured {
  kind: MeasuredKind
  name: string
  op: string
  side: string
  /** Microseconds; of CLS millionths. */
  value: number
  isFailed: boolean
}

export const VITALS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
/** The name of what is not told apart by names. */
const ALL = '(all)'
const PREFETCH_STATES: ReadonlySet<unknown> = new Set(['fresh', 'stale', 'missed'])
/** Failures are counted as Sentry counts them: https://docs.sentry.io/product/insights/overview/metrics/#failure-rate */
const NO_FAILURE: ReadonlySet<string> = new Set(['ok', 'cancelled', 'unknown', 'unset'])
/** They tell of another span, and take no time themselves. */
const NO_ROUTE = /^ui\.(?:webvital|interaction)(?:\.|$)/

export function measure(
  span: NormalizedSpan,
  take: (measured: Measured) => void,
  normalizeStatement: (statement: string) => string,
): void {
  const { op, side, name, data, measurements } = span
  const isFailed = !NO_FAILURE.has(span.status)
  if (op === 'db' || op.startsWith('db.')) {
    const statement = normalizeStatement(statementOf(span))
    take({ kind: 'query', name: statement, op: 'db', side, value: span.durationUs, isFailed })
  } else if (span.isSegment && !NO_ROUTE.test(op)) {
    take({ kind: 'route', name, op, side, value: span.durationUs, isFailed })
  }
  if (span.isSegment && op === 'navigation' && PREFETCH_STATES.has(data.prefetch)) {
    take({
      kind: 'prefetch',
      name: ALL,
      op: String(data.prefetch),
      side,
      value: span.durationUs,
      isFailed: false,
    })
  }
  if (measurements === null) return
  // A vital that comes alone says of which page it is.
  const page = span.isSegment ? name : textOf(data.transaction)
  for (const vital of VITALS) {
    const measured = measurements[vital]
    if (!measured) continue
    const value = toMicros(vital, measured)
    if (value < 0) continue
    const measuredVital = { op: vital, side: 'browser', value, isFailed: false }
    take({ ...measuredVital, kind: 'site_vital', name: ALL })
    if (page !== '') take({ ...measuredVital, kind: 'vital', name: page })
  }
}

function statementOf({ name, data }: NormalizedSpan): string {
  return textOf(data['db.query.text'] ?? data['db.statement']) || name
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function toMicros(vital: string, { value, unit }: { value: number; unit: string }): number {
  if (vital === 'cls') return Math.round(value * 1e6)
  return Math.round(value * (unit === 'second' ? 1e6 : unit === 'microsecond' ? 1 : 1e3))
}
