import type { TraceSpan } from '#server/models/traces/traces.ts'
import type { Waterfall, WaterfallRow } from '#server/traces/waterfall/waterfall.ts'

/** A trace of one project, empty but for what is given. */
export function aWaterfall(given: Partial<Waterfall> = {}): Waterfall {
  return {
    traceId: 'a'.repeat(32),
    op: '',
    projectSlug: '',
    name: 'GET /cart',
    startUs: 1_790_000_000_000_000,
    durationUs: 1_000_000,
    rows: [],
    spans: new Map(),
    spanCount: given.rows?.length ?? 0,
    errorCount: 0,
    logCount: 0,
    orphanCount: 0,
    projects: ['shop'],
    environments: [],
    releases: [],
    clocks: [],
    marks: [],
    isWhole: true,
    ...given,
  }
}

aWaterfall.row = (given: Partial<WaterfallRow> = {}): WaterfallRow => ({
  key: 'k',
  kind: 'span',
  depth: 0,
  size: 0,
  op: 'http.server',
  name: 'GET /cart',
  tone: 'server',
  projectSlug: 'shop',
  startUs: 0,
  durationUs: 10,
  ...given,
})

export function aTraceSpan(given: Partial<TraceSpan> = {}): TraceSpan {
  return {
    projectId: 1,
    projectSlug: 'shop',
    spanId: '0000000000000001',
    parentSpanId: null,
    depth: 0,
    segmentId: null,
    isSegment: false,
    eventId: null,
    op: 'http.server',
    name: 'GET /cart',
    side: 'server',
    status: 'ok',
    startUs: 1_790_000_000_000_000,
    durationUs: 1_000,
    release: null,
    environment: null,
    data: {},
    measurements: null,
    errors: [],
    ...given,
  }
}
