import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import {
  answerOf,
  type BatchEntry,
  createEntryReader,
  type EntryReader,
  unprocessable,
} from '#server/writer/batch/entry.ts'
import { createEntrySources } from '#server/writer/batch/entry-sources.ts'
import { lostOutcomes } from '#server/writer/batch/lost-entry.ts'
import { createPreparer, type OpenBatch, type PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { SubmitResult, SubmittedEnvelope } from '#server/writer/batch/submission.ts'

/** Envelopes on their way to the writer, and what they came to if nothing of them is known. */
export interface PreparedSubmission {
  envelopes: SubmittedEnvelope[]
  /** What was refused at the endpoint beside them. */
  refused: OutcomeCount[]
  /** Undefined when they could not be prepared: the writer processes them by itself, and says what is the matter. */
  prepared: Prepared | undefined
}

export interface Prepared {
  batch: PreparedBatch
  /** One for each envelope, in their order; true once the batch is stored. */
  answers: SubmitResult[]
  /** Why one of them could not be processed. */
  failure: string | undefined
}

/** Told what is worked on next: an envelope's index, and their number for what is made of all of them. */
export type OnProgress = (index: number) => void

/** Asks SQLite for the settings of projects. Never throws. */
export function createSubmissionPreparer(
  connection: DatabaseSync,
  { newEventId, stopwatch }: Pick<ProcessingContext, 'newEventId'> & { stopwatch?: () => number },
): (envelopes: SubmittedEnvelope[], onProgress?: OnProgress) => Prepared | undefined {
  const reader = createEntryReader(createEntrySources(connection, { stopwatch }), { newEventId })
  const prepare = createPreparing(reader)
  return (envelopes, onProgress) => {
    try {
      void reader.refresh(envelopes)
    } catch {
      return undefined
    }
    return prepare(envelopes, onProgress)
  }
}

/** Processes envelopes whose projects the reader knows. Never throws. */
export function createPreparing(
  reader: EntryReader,
): (envelopes: SubmittedEnvelope[], onProgress?: OnProgress) => Prepared | undefined {
  function readOf(envelope: SubmittedEnvelope, index: number): BatchEntry[] {
    const entries = reader.read(envelope)
    const [first, second] = entries
    if (first && !second) first.envelope = index
    return entries
  }

  const startBatch = createPreparer()
  return (envelopes, onProgress = () => {}) => {
    const answers: SubmitResult[] = []
    const failures: string[] = []
    let isRepeated = false

    try {
      const batch = startBatch()
      for (const [index, envelope] of envelopes.entries()) {
        onProgress(index)
        const entries = readOf(envelope, index).map((entry) => addTo(batch, entry))
        for (const entry of entries) {
          if (entry.failure !== undefined) failures.push(entry.failure)
          isRepeated ||= repeatsSpan(entry)
        }
        answers.push(answerOf(entries.map(({ answer }) => answer)))
      }
      onProgress(envelopes.length)
      return isRepeated ? undefined : { batch: batch.pack(), answers, failure: failures[0] }
    } catch {
      return undefined
    }
  }
}

/** Gives what was added: in place of an entry that our own code fails on, that it was refused. */
export function addTo(batch: OpenBatch, entry: BatchEntry): BatchEntry {
  try {
    batch.add(entry)
    return entry
  } catch (error) {
    const refused = unprocessable(entry, lostOutcomes(entry), error)
    batch.add(refused)
    return refused
  }
}

/** This looks at one envelope alone; whoever stores it finds repeats of others, and of what is stored. */
function repeatsSpan({ spans }: BatchEntry): boolean {
  return new Set(spans.map(({ spanId }) => spanId)).size < spans.length
}
