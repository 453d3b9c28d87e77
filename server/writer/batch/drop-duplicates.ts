import type { StoredRecord } from '#server/processing/record.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import type { BatchEntry } from './entry.ts'

export interface Known {
  hasEvent(projectId: number, eventId: string): boolean
  hasSpan(projectId: number, span: NormalizedSpan): boolean
  /** Gives the ids of a trace's spans, all in a row: sixteen hex characters each. */
  listSpanIds(projectId: number, traceId: string): string
  /** Undefined for what can't be told from a repeat. */
  nameOf(record: StoredRecord): string | undefined
  isKnown(projectId: number, record: StoredRecord): boolean
}

/**
 * What is there already changes nothing and is counted once, also of two in one batch. Where all that an envelope holds
 * is there, all of it was here before: what it says beside that, of things without names, counts no second time either.
 */
export function withoutRepeats(entries: BatchEntry[], known: Known): BatchEntry[] {
  const seen = new Set<string>()
  const isFresh = (name: string, isKnown: () => boolean) => {
    if (seen.has(name) || isKnown()) return false
    seen.add(name)
    return true
  }

  return entries.flatMap((entry) => {
    const { projectId, event } = entry
    const eventId = event?.event.event_id
    const hasEvent =
      eventId !== undefined && isFresh(`e${projectId}:${eventId}`, () => known.hasEvent(projectId, eventId))
    if (entry.spans.length === 0 && entry.records.length === 0) return event && !hasEvent ? [] : [entry]
    const spans = entry.spans.filter((span) =>
      isFresh(`s${projectId}:${span.traceId}:${span.spanId}`, () => known.hasSpan(projectId, span)),
    )
    const records = entry.records.filter((record) => {
      const name = known.nameOf(record)
      return name === undefined || isFresh(`${projectId}:${name}`, () => known.isKnown(projectId, record))
    })
    if (!hasEvent && spans.length === 0 && records.length === 0) return []
    if (event === undefined || hasEvent) return [{ ...entry, spans, records }]
    const { event: _repeated, ...rest } = entry
    return [{ ...rest, spans, records, outcomes: [] }]
  })
}
