import type { TraceError, TraceLog, TraceSpan } from '#server/models/traces/traces.ts'
import type { Interval } from './critical-path.ts'
import type { SpanTone, WaterfallRow } from './waterfall.ts'

/** A row has room for so many characters; the span's detail has the whole text. */
const OP_CHARS = 60
const NAME_CHARS = 240

interface Place {
  key: string
  depth: number
  startUs: number
}

export function spanRow(span: TraceSpan, { key, depth, startUs }: Place): WaterfallRow {
  const hasParent = span.parentSpanId === null || depth > 0
  return {
    key,
    kind: 'span',
    depth,
    size: 0,
    op: clip(span.op, OP_CHARS),
    name: clip(span.name, NAME_CHARS),
    tone: toneOf(span),
    projectSlug: span.projectSlug,
    startUs,
    durationUs: span.durationUs,
    ...(span.status !== 'ok' && { state: clip(span.status, OP_CHARS) }),
    ...(!hasParent && { isOrphan: true }),
    ...(span.errors.length > 0 && { errors: span.errors.length }),
  }
}

/** `zeroUs` is the beginning of the trace, by the clock that it was recorded with. */
export function errorRow(error: TraceError, depth: number, zeroUs: number): WaterfallRow {
  const { type, value, issueId, eventId, projectSlug } = error
  return {
    key: `e${eventId}`,
    kind: 'error',
    depth,
    size: 0,
    op: 'error',
    name: clip(value === '' ? type : `${clip(type, OP_CHARS)}: ${value}`, NAME_CHARS),
    tone: 'error',
    projectSlug,
    startUs: error.timestamp * 1_000 - zeroUs,
    durationUs: 0,
    issueId,
    eventId,
  }
}

export function logRow(
  { id, level, body, projectSlug, timestampUs }: TraceLog,
  depth: number,
  zeroUs: number,
): WaterfallRow {
  return {
    key: `l${id}`,
    kind: 'log',
    depth,
    size: 0,
    op: 'log',
    name: clip(body, NAME_CHARS),
    tone: level === 'error' || level === 'fatal' ? 'error' : 'log',
    projectSlug,
    startUs: timestampUs - zeroUs,
    durationUs: 0,
    state: level,
  }
}

export function gapRow(
  { startUs, endUs }: Interval,
  parentKey: string,
  place: number,
  depth: number,
): WaterfallRow {
  return {
    key: `g${parentKey}.${place}`,
    kind: 'gap',
    depth,
    size: 0,
    op: '',
    name: '',
    tone: 'nothing',
    projectSlug: '',
    startUs,
    durationUs: endUs - startUs,
  }
}

function toneOf({ op, side, status }: TraceSpan): SpanTone {
  if (status !== 'ok' && status !== 'cancelled' && status !== 'unknown') return 'error'
  if (/^(db|cache)\b/.test(op)) return 'database'
  return side
}

/** Cuts a text, never inside a surrogate pair. */
function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return `${text
    .slice(0, maxCharacters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
