import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '../processing/process.ts'
import {
  answerOf,
  type BatchEntry,
  createEntryReader,
  failureOf,
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
  failure?: string
}

/** Processes envelopes with nothing of the database but their projects' settings. Never throws. */
export function createSubmissionPreparer(
  connection: DatabaseSync,
  { newEventId }: Pick<ProcessingContext, 'newEventId'>,
): (envelopes: SubmittedEnvelope[]) => Prepared | undefined {
  const readEntries = createEntryReader(connection, { newEventId })
  const prepare = createPreparer()
  return (envelopes) => {
    try {
      const entries = readEntries(envelopes)
      const all = entries.flat()
      if (all.some(repeatsSpan)) return undefined
      const answers = entries.map((parts) => answerOf(parts.map(({ answer }) => answer)))
      return { batch: prepare(all), answers, ...failureOf(all) }
    } catch {
      return undefined
    }
  }
}

/** Of one envelope; repeats of others, and of what is stored, are found by who stores it. */
function repeatsSpan({ spans }: BatchEntry): boolean {
  return new Set(spans.map(({ spanId }) => spanId)).size < spans.length
}
