import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { AttachmentRecord, StoredRecord } from '#server/processing/record.ts'
import { isFileFailure } from '#server/store/engine/storage-failure.ts'
import { hashOf, sha1Of, writeAttachments } from '#server/store/maintenance/attachment-files.ts'
import { answerOf, type BatchEntry, createEntryReader } from '#server/writer/batch/entry.ts'
import { createEntrySources } from '#server/writer/batch/entry-sources.ts'
import { createPreparer, type PreparedBatch } from '#server/writer/batch/prepare.ts'
import { createBatchStore } from '#server/writer/batch/store.ts'
import type { SubmitResult, SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import { addTo } from '#server/writer/preparer/prepare-submission.ts'
import { slicesOf } from './prepare-slices.ts'

export type Slice = { workMs: number } & (
  | { batch: PreparedBatch; isLast: boolean; answer: SubmitResult; failure?: string }
  | { batch: undefined; failure: string }
)

/**
 * Processes one heavy envelope into parts that the writer stores one by one. What is there already is left out here, not
 * by the writer, who would have to process it all again: it is looked for on a connection that only reads.
 */
export function createSlicePreparer(
  connection: DatabaseSync,
  { newEventId, attachments }: Pick<ProcessingContext, 'newEventId'> & { attachments: string },
): (envelope: SubmittedEnvelope) => Generator<Slice> {
  const reader = createEntryReader(createEntrySources(connection), { newEventId })
  const { withoutRepeats } = createBatchStore(connection, attachments)
  const slice = createSlicing()

  return function* (envelope) {
    const startedAt = performance.now()
    const workMs = () => performance.now() - startedAt
    try {
      void reader.refresh([envelope]) // at once
      const entries = reader.read(envelope)
      for (const { records } of entries) writeFiles(attachments, records)
      yield* slice(entries, withoutRepeats(entries), workMs)
    } catch (error) {
      yield failedSlice(error, workMs())
    }
  }
}

/** Cuts the fresh entries of an envelope into slices. All entries decide the answer to the sender. */
export function createSlicing() {
  const startBatch = createPreparer()
  return function* (
    all: readonly BatchEntry[],
    fresh: readonly BatchEntry[],
    workMs: () => number,
  ): Generator<Slice> {
    const answer = answerOf(all.map((entry) => entry.answer))
    let failure = all.find((entry) => entry.failure !== undefined)?.failure
    const parts = fresh.flatMap((entry) => [...slicesOf(entry)])
    for (const [index, part] of (parts.length === 0 ? [undefined] : parts).entries()) {
      const batch = startBatch()
      if (part) failure ??= addTo(batch, part).failure
      const isLast = index >= parts.length - 1
      const said = failure === undefined ? {} : { failure }
      yield { batch: batch.pack(), isLast, answer, workMs: workMs(), ...said }
    }
  }
}

export function failedSlice(error: unknown, workMs: number): Slice {
  return { batch: undefined, failure: String(error), workMs }
}

/**
 * Files go to the disk here, where nobody waits for it. The writer looks that they are there still, and writes what is
 * not: as long as no row knows them, they may be swept.
 */
function writeFiles(folder: string, records: readonly StoredRecord[]): void {
  const files = records.filter((record): record is AttachmentRecord => record.kind === 'attachment')
  for (const file of files) {
    file.sha256 = hashOf(file.bytes)
    file.sha1 = sha1Of(file.bytes)
  }
  try {
    writeAttachments(
      folder,
      files.map(({ sha256 = '', bytes }) => ({ sha256, bytes })),
    )
  } catch (error) {
    if (!isFileFailure(error)) throw error // the writer tries again, and tells the sender how that went
  }
}
