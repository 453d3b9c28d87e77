import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { isFileFailure, isStorageFailure } from '#server/store/engine/storage-failure.ts'
import type { OnDeclined } from '#server/writer/appending/append.ts'
import { attempt, runNow, type Work } from '#server/writer/work.ts'
import { type Commit, joinCommits } from './commit.ts'
import { createDeclinedAnswers } from './declined-answers.ts'
import {
  answerOf,
  type BatchEntry,
  createEntryReader,
  type EntryReader,
  failureOf,
  unprocessable,
} from './entry.ts'
import { createEntrySources } from './entry-sources.ts'
import { createEntryStore } from './entry-store.ts'
import { isAnythingIn, lostOutcomes } from './lost-entry.ts'
import { type BatchStore, createBatchStore } from './store.ts'
import { NOT_STORED, type SubmitResult, type SubmittedEnvelope } from './submission.ts'

export interface BatchResult {
  /** One for each envelope, in their order. */
  results: SubmitResult[]
  commit: Commit | undefined
  /** Why the database took nothing, or not all of it. */
  failure?: string
}

export type BatchWriter = (envelopes: SubmittedEnvelope[], refused: OutcomeCount[]) => BatchResult
export type BatchWriting = (envelopes: SubmittedEnvelope[], refused: OutcomeCount[]) => Work<BatchResult>

/** Stores what is new of processed envelopes in one transaction, at once or later. */
export type StoreEntries = (
  entries: BatchEntry[],
  refused: readonly OutcomeCount[],
  onDeclined: OnDeclined,
) => Commit | Promise<Commit>

/** Processes what waited and writes it in one transaction: many envelopes share one wait for the disk. */
export function createBatchWriting(reader: EntryReader, storeEntries: StoreEntries): BatchWriting {
  function* write(entries: BatchEntry[], refused: OutcomeCount[]): Work<BatchResult> {
    try {
      const declined = createDeclinedAnswers()
      const numbered = entries.map((entry, envelope) => ({ ...entry, envelope }))
      const commit = yield* attempt(() => storeEntries(numbered, refused, declined.note))
      const results = declined.answersFor(entries.map(({ answer }) => answer))
      return { results, commit, ...failureOf(entries) }
    } catch (error) {
      const answers = entries.map(({ answer }) => answer)
      if (isStorageFailure(error)) return notStored(answers, error)
      // Something in the batch can't be stored: one by one, so that only that one is lost.
      if (entries.length > 1) return yield* writeEach(entries, refused)
      const [entry] = entries
      const isUnprocessable = entry !== undefined && isAnythingIn(entry) && !isFileFailure(error)
      return isUnprocessable
        ? yield* write([unprocessable(entry, lostOutcomes(entry), error)], refused)
        : notStored(answers, error)
    }
  }

  function* writeEach(entries: BatchEntry[], refused: OutcomeCount[]): Work<BatchResult> {
    const parts = [yield* write([], refused)]
    for (const entry of entries) parts.push(yield* write([entry], []))
    return joinResults(parts)
  }

  return function* (envelopes, refused) {
    yield* attempt(() => reader.refresh(envelopes))
    const first = envelopes.map(reader.read)
    const entries = (yield* attempt(reader.lookUp)) ? envelopes.map(reader.read) : first
    const { results, ...rest } = yield* write(entries.flat(), refused)
    let end = 0
    const answers = entries.map(({ length }) => {
      end += length
      return answerOf(results.slice(end - length, end))
    })
    return { results: answers, ...rest }
  }
}

/** Writes to SQLite in this thread. `attachments` is the folder for their files. */
export function createBatchWriter(
  connection: DatabaseSync,
  {
    newEventId,
    attachments,
    store = createBatchStore(connection, attachments),
  }: Pick<ProcessingContext, 'newEventId'> & { attachments: string; store?: BatchStore },
): BatchWriter {
  const reader = createEntryReader(createEntrySources(connection), { newEventId })
  const write = createBatchWriting(reader, createEntryStore(store))
  return (envelopes, refused) => runNow(write(envelopes, refused))
}

export function notStored(answers: SubmitResult[], cause: unknown): BatchResult {
  return {
    // What was refused for its own sake stays so, stored or not.
    results: answers.map((answer) => (answer.status === 200 ? NOT_STORED : answer)),
    commit: undefined,
    failure: String(cause),
  }
}

function joinResults(parts: BatchResult[]): BatchResult {
  const commits = parts.map(({ commit }) => commit).filter((commit) => commit !== undefined)
  const failure = parts.find((part) => part.failure !== undefined)?.failure
  return {
    results: parts.flatMap(({ results }) => results),
    commit: commits.length === 0 ? undefined : joinCommits(commits),
    ...(failure === undefined ? {} : { failure }),
  }
}
