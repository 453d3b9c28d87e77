import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { isStorageFailure } from '#server/store/engine/storage-failure.ts'
import type { OnDeclined } from './appending/append.ts'
import { type BatchResult, type BatchWriting, createBatchWriting, notStored } from './batch/batch.ts'
import type { Commit } from './batch/commit.ts'
import { createDeclinedAnswers } from './batch/declined-answers.ts'
import { createEntryReader } from './batch/entry.ts'
import { createEntrySources } from './batch/entry-sources.ts'
import { createEntryStore } from './batch/entry-store.ts'
import { createKnownProjects } from './batch/known-projects.ts'
import { type BatchStore, createBatchStore } from './batch/store.ts'
import type { SubmitResult } from './batch/submission.ts'
import type { Prepared, PreparedSubmission } from './preparer/prepare-submission.ts'
import { attempt, runNow, type Work } from './work.ts'

export type Ready = PreparedSubmission & { prepared: Prepared }

export interface StoredReady {
  /** The submissions that were stored as they are: without repeats, and of projects that still exist. */
  stored: readonly Ready[]
  commit: Commit
}

/** Stores, in one transaction, those of the submissions that can be stored as they are. */
export type StoreReady = (
  ready: readonly Ready[],
  onDeclined: OnDeclined,
) => StoredReady | Promise<StoredReady>

/**
 * Stores what was prepared, all that is ready in one transaction. What turns out to hold repeats, or can't be stored as
 * it is, is processed again by the batch writer, which leaves out what is at fault and nothing else.
 */
export function createSubmissionWriting(storeReady: StoreReady, writeBatch: BatchWriting) {
  /** Gives each submission's result, without those that can't be stored as they are. */
  function* tryReady(submissions: PreparedSubmission[]): Work<Map<PreparedSubmission, BatchResult>> {
    const ready = submissions.filter(isPrepared)
    if (ready.length === 0) return new Map()
    try {
      const declined = new Map(ready.map((each) => [each, createDeclinedAnswers()]))
      const bodyOf = new Map(
        ready.flatMap((each) => each.prepared.batch.records.map((record) => [record, each])),
      )
      const onDeclined: OnDeclined = (each) => {
        const body = bodyOf.get(each.of)
        if (body) declined.get(body)?.note(each)
      }
      const { stored, commit } = yield* attempt(() => storeReady(ready, onDeclined))
      return new Map(
        stored.map((each, index) => {
          const answers = declined.get(each)?.answersFor(each.prepared.answers) ?? each.prepared.answers
          return [each, resultOf(each, answers, index === 0 ? commit : NO_MORE)]
        }),
      )
    } catch (error) {
      if (!isStorageFailure(error)) return new Map()
      return new Map(ready.map((each) => [each, notStored(each.prepared.answers, error)]))
    }
  }

  return function* (submissions: PreparedSubmission[]): Work<BatchResult[]> {
    const stored = yield* tryReady(submissions)
    const results: BatchResult[] = []
    for (const each of submissions) {
      results.push(stored.get(each) ?? (yield* writeBatch(each.envelopes, each.refused)))
    }
    return results
  }
}

/** Writes to SQLite in this thread. */
export function createSubmissionWriter(
  connection: DatabaseSync,
  {
    newEventId,
    attachments,
    stopwatch,
    store = createBatchStore(connection, attachments),
  }: Pick<ProcessingContext, 'newEventId'> & {
    attachments: string
    stopwatch?: () => number
    store?: BatchStore
  },
): (submissions: PreparedSubmission[]) => BatchResult[] {
  const reader = createEntryReader(createEntrySources(connection, { stopwatch }), { newEventId })
  const writeBatch = createBatchWriting(reader, createEntryStore(store))
  const write = createSubmissionWriting(createReadyStore(connection, store), writeBatch)
  return (submissions) => runNow(write(submissions))
}

function createReadyStore(connection: DatabaseSync, store: BatchStore) {
  const projects = createKnownProjects(connection)
  return (all: readonly Ready[], onDeclined: OnDeclined): StoredReady => {
    projects.refresh()
    const areFresh = store.areFresh(all.map(({ prepared }) => prepared.batch))
    const ready = all.filter(
      ({ envelopes }, place) =>
        areFresh[place] && envelopes.every(({ projectId }) => projects.has(projectId)),
    )
    if (ready.length === 0) return { stored: [], commit: NO_MORE }
    const batches = ready.map(({ prepared }) => prepared.batch)
    const refused = ready.flatMap((submission) => submission.refused)
    return { stored: ready, commit: store.store(batches, refused, onDeclined) }
  }
}

function isPrepared(submission: PreparedSubmission): submission is Ready {
  return submission.prepared !== undefined
}

/** The first of those that were stored together tells what all of them changed. */
export const NO_MORE: Commit = { projectIds: [], issueIds: [], arrivals: [], eventCount: 0, outcomes: [] }

function resultOf({ prepared: { failure } }: Ready, answers: SubmitResult[], commit: Commit): BatchResult {
  return { results: answers, commit, ...(failure === undefined ? {} : { failure }) }
}
