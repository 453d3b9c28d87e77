import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import { isFileFailure, isStorageFailure } from '#server/store/sqlite/transaction.ts'
import { type Commit, joinCommits } from './commit.ts'
import { createDeclinedAnswers } from './declined-answers.ts'
import { answerOf, type BatchEntry, createEntryReader, failureOf, unprocessable } from './entry.ts'
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

/**
 * Processes what waited and writes it in one transaction: many envelopes share one wait for the disk. `attachments` is
 * the folder for their files.
 */
export function createBatchWriter(
  connection: DatabaseSync,
  {
    newEventId,
    attachments,
    store = createBatchStore(connection, attachments),
  }: Pick<ProcessingContext, 'newEventId'> & { attachments: string; store?: BatchStore },
): BatchWriter {
  const reader = createEntryReader(connection, { newEventId })
  const storeEntries = createEntryStore(store)

  function write(entries: BatchEntry[], refused: OutcomeCount[]): BatchResult {
    try {
      const declined = createDeclinedAnswers()
      const numbered = entries.map((entry, envelope) => ({ ...entry, envelope }))
      const commit = storeEntries(numbered, refused, declined.note)
      const results = declined.answersFor(entries.map(({ answer }) => answer))
      return { results, commit, ...failureOf(entries) }
    } catch (error) {
      const answers = entries.map(({ answer }) => answer)
      if (isStorageFailure(error)) return notStored(answers, error)
      // Something in the batch can't be stored: one by one, so that only that one is lost.
      if (entries.length > 1)
        return joinResults([write([], refused), ...entries.map((entry) => write([entry], []))])
      const [entry] = entries
      const isUnprocessable = entry !== undefined && isAnythingIn(entry) && !isFileFailure(error)
      return isUnprocessable
        ? write([unprocessable(entry, lostOutcomes(entry), error)], refused)
        : notStored(answers, error)
    }
  }

  return (envelopes, refused) => {
    reader.refresh()
    const entries = envelopes.map(reader.read)
    const { results, ...rest } = write(entries.flat(), refused)
    let end = 0
    const answers = entries.map(({ length }) => {
      end += length
      return answerOf(results.slice(end - length, end))
    })
    return { results: answers, ...rest }
  }
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
