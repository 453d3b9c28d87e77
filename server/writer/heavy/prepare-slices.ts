import { isStoredAhead } from '#server/processing/record.ts'
import type { BatchEntry } from '#server/writer/batch/entry.ts'

/** So many spans or records that their transaction takes milliseconds. */
const SLICE_ITEMS = 250

/**
 * Parts of an entry that can be stored one after the other, with others' writes between them. Only what is known by an
 * id or by what it says goes ahead; the event, what can't be told from a repeat and what is only counted come with the
 * last part. So a sender who hears of a failure may send all of it again.
 */
export function* slicesOf(entry: BatchEntry): Generator<BatchEntry> {
  const { event: _withTheLast, spans, records, ...rest } = entry
  const slim = records.filter(({ kind }) => isStoredAhead(kind))
  for (let start = 0; start < spans.length; start += SLICE_ITEMS) {
    yield { ...rest, spans: spans.slice(start, start + SLICE_ITEMS), records: [], outcomes: [] }
  }
  for (let start = 0; start < slim.length; start += SLICE_ITEMS) {
    yield { ...rest, spans: [], records: slim.slice(start, start + SLICE_ITEMS), outcomes: [] }
  }
  yield { ...entry, spans: [], records: records.filter(({ kind }) => !isStoredAhead(kind)) }
}
