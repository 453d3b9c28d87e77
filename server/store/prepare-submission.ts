import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '../processing/process.ts'
import {
  answerOf,
  type BatchEntry,
  createEntryReader,
  type SubmitResult,
  type SubmittedEnvelope,
} from './batch-entry.ts'
import type { OutcomeCount } from './batch-statements.ts'
import { createPreparer, type PreparedBatch } from './prepare-batch.ts'

/** Envelopes on their way to the writer, and what they came to if nothing of them is known. */
export interface PreparedSubmission {
  envelopes: SubmittedEnvelope[]
  /** What was refused at the door beside them. */
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

/** Processes envelopes with nothing of the database but their projects' settings. Never throws. */
export function createSubmissionPreparer(
  connection: DatabaseSync,
  { newEventId }: Pick<ProcessingContext, 'newEventId'>,
): (envelopes: SubmittedEnvelope[]) => Prepared | undefined {
  const reader = createEntryReader(connection, { newEventId })
  const prepare = createPreparer()
  return (envelopes) => {
    const answers: SubmitResult[] = []
    const failures: string[] = []
    let isRepeated = false

    function* read(): Iterable<BatchEntry> {
      for (const [index, envelope] of envelopes.entries()) {
        const entries = reader.read(envelope)
        const [first, second] = entries
        if (first && !second) first.envelope = index
        for (const entry of entries) {
          if (entry.failure !== undefined) failures.push(entry.failure)
          isRepeated ||= repeatsSpan(entry)
          yield entry
        }
        answers.push(answerOf(entries.map(({ answer }) => answer)))
      }
    }

    try {
      reader.refresh()
      const batch = prepare(read())
      return isRepeated ? undefined : { batch, answers, failure: failures[0] }
    } catch {
      return undefined
    }
  }
}

/** Of one envelope; repeats of others, and of what is stored, are found by who stores it. */
function repeatsSpan({ spans }: BatchEntry): boolean {
  return new Set(spans.map(({ spanId }) => spanId)).size < spans.length
}
