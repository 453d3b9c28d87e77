import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { isStorageFailure } from '#server/store/sqlite/transaction.ts'
import { type BatchResult, createBatchWriter, notStored } from './batch/batch.ts'
import type { Commit } from './batch/commit.ts'
import { createDeclinedAnswers } from './batch/declined-answers.ts'
import { createKnownProjects } from './batch/known-projects.ts'
import { type BatchStore, createBatchStore } from './batch/store.ts'
import type { SubmitResult } from './batch/submission.ts'
import type { Prepared, PreparedSubmission } from './preparer/prepare-submission.ts'

type Ready = PreparedSubmission & { prepared: Prepared }

/**
 * Stores what was prepared, all that is ready in one transaction. What turns out to hold repeats, or can't be stored as
 * it is, is processed again by the batch writer, which leaves out what is at fault and nothing else.
 */
export function createSubmissionWriter(
  connection: DatabaseSync,
  {
    newEventId,
    attachments,
    store = createBatchStore(connection, attachments),
  }: Pick<ProcessingContext, 'newEventId'> & { attachments: string; store?: BatchStore },
): (submissions: PreparedSubmission[]) => BatchResult[] {
  const writeBatch = createBatchWriter(connection, { newEventId, attachments, store })
  const projects = createKnownProjects(connection)

  /** Those that can be stored as they are; its projects may be gone since a batch was prepared. */
  function readyOf(submissions: Ready[]): Ready[] {
    projects.refresh()
    const areFresh = store.areFresh(submissions.map(({ prepared }) => prepared.batch))
    return submissions.filter(
      ({ envelopes }, place) =>
        areFresh[place] && envelopes.every(({ projectId }) => projects.has(projectId)),
    )
  }

  /** Gives each submission's result, without those that can't be stored as they are. */
  function storeReady(submissions: PreparedSubmission[]): Map<PreparedSubmission, BatchResult> {
    let ready = submissions.filter(isPrepared)
    try {
      ready = readyOf(ready)
      if (ready.length === 0) return new Map()
      const batches = ready.map(({ prepared }) => prepared.batch)
      const refused = ready.flatMap((submission) => submission.refused)
      const declined = batches.map(() => createDeclinedAnswers())
      const batchOf = new Map(batches.flatMap((batch, index) => batch.records.map((each) => [each, index])))
      const commit = store.store(batches, refused, (each) => declined[batchOf.get(each.of) ?? -1]?.note(each))
      return new Map(
        ready.map((each, index) => {
          const answers = declined[index]?.answersFor(each.prepared.answers) ?? each.prepared.answers
          return [each, resultOf(each, answers, index === 0 ? commit : NO_MORE)]
        }),
      )
    } catch (error) {
      if (!isStorageFailure(error)) return new Map()
      return new Map(ready.map((each) => [each, notStored(each.prepared.answers, error)]))
    }
  }

  return (submissions) => {
    const stored = storeReady(submissions)
    return submissions.map((each) => stored.get(each) ?? writeBatch(each.envelopes, each.refused))
  }
}

function isPrepared(submission: PreparedSubmission): submission is Ready {
  return submission.prepared !== undefined
}

/** The first of those that were stored together tells what all of them changed. */
const NO_MORE: Commit = { projectIds: [], issueIds: [], arrivals: [], eventCount: 0, outcomes: [] }

function resultOf({ prepared: { failure } }: Ready, answers: SubmitResult[], commit: Commit): BatchResult {
  return { results: answers, commit, ...(failure === undefined ? {} : { failure }) }
}
