import type { PreparedBatch } from '#server/writer/batch/prepare.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import type { Slice } from '#server/writer/heavy/prepare-alone.ts'
import type { OnProgress, Prepared } from './prepare-submission.ts'

/** The work of a preparer that depends on the engine, which answers at once or later. */
export interface PreparerTools {
  /** Undefined when they could not be prepared: the writer processes them by itself, and says what is the matter. */
  prepare(
    envelopes: SubmittedEnvelope[],
    onProgress: OnProgress,
  ): Prepared | undefined | Promise<Prepared | undefined>
  /** Processes one heavy envelope into parts. */
  slicesOf(envelope: SubmittedEnvelope): Iterable<Slice> | AsyncIterable<Slice>
  /** Prepares an event as if it came now. */
  rehearse(): PreparedBatch | undefined | Promise<PreparedBatch | undefined>
  close(): void | Promise<void>
}
