import type { StoredRecord } from '#server/processing/record.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, type Steps } from '#server/store/rows/steps.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'
import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import { splitSpanIds } from '#server/writer/batch/span-batch.ts'

/** Repeats come soon. A trace whose parts never end must not make each next part slower. */
const KNOWN_PARTS = 200

const FIND_EVENT = queryOf({ project_id: 'integer', event_id: 'text' })<{ found: number }>(
  'select 1 as found from event where project_id = :project_id and event_id = :event_id',
)
const LIST_SPAN_IDS = queryOf({ trace_id: 'text', project_id: 'integer' })<{ ids: Uint8Array }>(`
  select span_ids as ids from span_part where trace_id = :trace_id and project_id = :project_id
  order by id desc limit ${KNOWN_PARTS}`)

interface OfProject<Of> {
  projectId: number
  of: Of
}

/** Spans of one trace. Most traces come once, so their ids are not split before more of the trace comes. */
interface KnownSpans {
  /** One text for each part of the trace: the ids of its spans, one after the other. */
  rows: string[]
  ids?: Set<string>
}

/** Tells records from repeats (`server/store/records/record-store.ts`). */
export interface KnownRecords {
  /** Undefined for one that can't be told from a repeat. */
  nameOf(record: StoredRecord): string | undefined
  /** Says of each record whether it is stored. */
  findKnown(records: readonly { projectId: number; record: StoredRecord }[]): Steps<boolean[]>
}

/** Finds what batches hold that is already stored. */
export function createRepeats({ nameOf, findKnown }: KnownRecords) {
  function nameRecord(projectId: number, record: StoredRecord): string | undefined {
    const name = nameOf(record)
    return name === undefined ? undefined : `${projectId}:${name}`
  }

  /** Returns the names of the events and records that are stored, and the span ids of the traces. */
  function* findStored(things: {
    events: readonly OfProject<string>[]
    records: readonly OfProject<StoredRecord>[]
    traces: readonly OfProject<string>[]
  }): Steps<{ names: Set<string>; spans: Map<string, KnownSpans> }> {
    const { events, records, traces } = things
    const names = new Set<string>()
    const foundEvents = yield* ask(
      FIND_EVENT,
      events.map(({ projectId, of }) => ({ project_id: projectId, event_id: of })),
    )
    for (const [place, { projectId, of }] of events.entries()) {
      if ((foundEvents[place]?.length ?? 0) > 0) names.add(nameEvent(projectId, of))
    }
    const named = records.filter(({ of }) => nameOf(of) !== undefined)
    const foundRecords = yield* findKnown(named.map(({ projectId, of: record }) => ({ projectId, record })))
    for (const [place, { projectId, of }] of named.entries()) {
      if (foundRecords[place]) names.add(nameRecord(projectId, of) ?? '')
    }
    return { names, spans: yield* findSpans(traces) }
  }

  return {
    /**
     * Says of each batch whether nothing of it is stored. Repeats are rare: a batch with one is processed once more, without
     * it. The contents of a batch count as stored for the batches after it.
     */
    *areFresh(batches: readonly PreparedBatch[]): Steps<boolean[]> {
      const { names, spans: known } = yield* findStored(thingsIn(batches))
      return batches.map(({ events, spans, records }) => {
        const ofBatch = [
          ...events.flatMap(({ members }) =>
            members.map(({ of }) => addName(names, nameEvent(of.projectId, of.eventId))),
          ),
          ...spans.blocks.flatMap(({ members }) =>
            members.map(({ of }) => addSpans(known, nameTrace(of), of.spanIds)),
          ),
          ...records.map(({ projectId, record }) => addName(names, nameRecord(projectId, record))),
        ]
        return !ofBatch.includes(false)
      })
    },

    /**
     * Leaves out what is stored already, or comes twice in the entries. If everything in an envelope that has a name is
     * stored already, the whole envelope came before, so that its records without names are not counted again either.
     */
    *withoutRepeats(entries: readonly BatchEntry[]): Steps<BatchEntry[]> {
      const { names, spans: known } = yield* findStored(thingsOf(entries))
      return entries.flatMap((entry) => {
        const { projectId, event } = entry
        const eventId = event?.event.event_id
        const hasEvent = eventId !== undefined && addName(names, nameEvent(projectId, eventId))
        if (entry.spans.length === 0 && entry.records.length === 0) return event && !hasEvent ? [] : [entry]
        const spans = entry.spans.filter(({ traceId, spanId }) =>
          addSpans(known, nameTrace({ projectId, traceId }), spanId),
        )
        const records = entry.records.filter((record) => addName(names, nameRecord(projectId, record)))
        if (!hasEvent && spans.length === 0 && records.length === 0) return []
        if (event === undefined || hasEvent) return [{ ...entry, spans, records }]
        const { event: _repeated, ...rest } = entry
        return [{ ...rest, spans, records, outcomes: [] }]
      })
    },
  }
}

function* findSpans(traces: readonly OfProject<string>[]): Steps<Map<string, KnownSpans>> {
  const byName = new Map(traces.map((trace) => [nameTrace({ ...trace, traceId: trace.of }), trace]))
  const found = yield* ask(
    LIST_SPAN_IDS,
    Array.from(byName.values(), ({ projectId, of }) => ({ trace_id: of, project_id: projectId })),
  )
  return new Map(
    [...byName.keys()].map((name, place) => {
      const rows = found[place] ?? []
      return [name, { rows: rows.map(({ ids }) => Buffer.from(ids).toString('hex')) }]
    }),
  )
}

function thingsIn(batches: readonly PreparedBatch[]) {
  return {
    events: batches.flatMap(({ events }) =>
      events.flatMap(({ members }) => members.map(({ of }) => ({ projectId: of.projectId, of: of.eventId }))),
    ),
    records: batches.flatMap(({ records }) =>
      records.map(({ projectId, record }) => ({ projectId, of: record })),
    ),
    traces: batches.flatMap(({ spans }) =>
      spans.blocks.flatMap(({ members }) =>
        members.map(({ of }) => ({ projectId: of.projectId, of: of.traceId })),
      ),
    ),
  }
}

function thingsOf(entries: readonly BatchEntry[]) {
  return {
    events: entries.flatMap(({ projectId, event }) =>
      event ? [{ projectId, of: event.event.event_id }] : [],
    ),
    records: entries.flatMap(({ projectId, records }) => records.map((of) => ({ projectId, of }))),
    traces: entries.flatMap(({ projectId, spans }) =>
      spans.map(({ traceId }) => ({ projectId, of: traceId })),
    ),
  }
}

/** Returns false if the name is known. A record without a name is always new. */
function addName(names: Set<string>, name: string | undefined): boolean {
  if (name === undefined) return true
  if (names.has(name)) return false
  names.add(name)
  return true
}

/** Returns false if one of the spans, whose ids stand in a row, is known. */
function addSpans(known: Map<string, KnownSpans>, trace: string, row: string): boolean {
  const spans = known.get(trace) ?? { rows: [] }
  known.set(trace, spans)
  if (spans.rows.length === 0) {
    spans.rows.push(row)
    return true
  }
  const knownIds = spans.ids ?? new Set(spans.rows.flatMap(splitSpanIds))
  spans.ids = knownIds
  const ids = splitSpanIds(row)
  const areNew = !ids.some((id) => knownIds.has(id))
  for (const id of ids) knownIds.add(id)
  return areNew
}

function nameEvent(projectId: number, eventId: string): string {
  return `e${projectId}:${eventId}`
}

function nameTrace({ projectId, traceId }: { projectId: number; traceId: string }): string {
  return `${projectId}:${traceId}`
}
