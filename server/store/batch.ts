import type { DatabaseSync } from 'node:sqlite'
import type { Submission } from '../ingest/formats.ts'
import type { CountedOutcome } from '../ingest/outcome.ts'
import type { RateLimit } from '../ingest/rate-limit.ts'
import {
  countItems,
  type Processed,
  type ProcessingContext,
  processSubmission,
} from '../processing/process.ts'
import type { OutcomeCount } from './batch-statements.ts'
import { type BatchEntry, createEntryStore } from './entry-store.ts'
import { createKnownProjects } from './known-projects.ts'
import { isAnythingIn, lostOutcomes } from './lost-entry.ts'
import { createSettingsReader } from './project-settings.ts'
import { isFileFailure, isStorageFailure } from './transaction.ts'

/** An envelope, or a body in another format, whose sender is known. */
export interface SubmittedEnvelope extends Submission {
  projectId: number
  keyId: number
  /** Milliseconds since the epoch. */
  receivedAt: number
}

export type SubmitResult =
  | { status: 200; id?: string; rejected?: number; limits?: RateLimit[] }
  | { status: 400 | 403 | 413; detail: string }
  | { status: 429 | 503; detail: string; limits?: RateLimit[] }

/** What a transaction changed, for those who show it. */
export interface Commit {
  projectIds: number[]
  issueIds: number[]
  /** Of each issue, in their order. */
  arrivals: Arrival[]
  eventCount: number
  /** What was counted, of what was refused before as well. */
  outcomes: OutcomeCount[]
}

export interface Arrival {
  projectId: number
  issueId: number
  eventCount: number
  isNew: boolean
}

export interface BatchResult {
  /** One for each envelope, in their order. */
  results: SubmitResult[]
  commit: Commit | undefined
  /** Why the database took nothing, or not all of it. */
  failure?: string
}

export type BatchWriter = (envelopes: SubmittedEnvelope[], refused: OutcomeCount[]) => BatchResult

const NOT_STORED: SubmitResult = {
  status: 503,
  detail: 'Cannot store envelope: the database did not take it',
}
const UNREADABLE: Processed['answer'] = {
  status: 400,
  detail: 'Cannot read envelope: what it holds could not be processed',
}
const PROJECT_GONE: Processed['answer'] = {
  status: 403,
  detail: 'Cannot accept envelope: its project is gone',
}

/**
 * Processes what waited and writes it in one transaction: many envelopes share one wait for the disk. `attachments` is
 * the folder for their files.
 */
export function createBatchWriter(
  connection: DatabaseSync,
  { newEventId, attachments }: Pick<ProcessingContext, 'newEventId'> & { attachments: string },
): BatchWriter {
  const storeEntries = createEntryStore(connection, attachments)
  const settings = createSettingsReader(connection)
  const projects = createKnownProjects(connection)

  function toEntries(envelope: SubmittedEnvelope): BatchEntry[] {
    const { projectId, keyId, receivedAt } = envelope
    const context = { receivedAt, newEventId, settings: settings.get(projectId) }
    if (!projects.has(projectId)) {
      const outcomes = countItems(envelope, context, 'invalid', 'project_gone')
      return [{ projectId, keyId, receivedAt, answer: PROJECT_GONE, spans: [], records: [], outcomes }]
    }
    try {
      const processed = processSubmission(envelope, context)
      return processed.map((one) => ({ projectId, keyId, receivedAt, ...one }))
    } catch (error) {
      return [poisoned(envelope, countItems(envelope, context, 'invalid', 'internal'), error)]
    }
  }

  function write(entries: BatchEntry[], refused: OutcomeCount[]): BatchResult {
    try {
      const commit = storeEntries(entries, refused)
      const failure = entries.find((entry) => entry.failure !== undefined)?.failure
      const results = entries.map(({ answer }) => answer)
      return { results, commit, ...(failure === undefined ? {} : { failure }) }
    } catch (error) {
      if (isStorageFailure(error)) return notStored(entries, error)
      // Something in the batch can't be stored: one by one, so that only that one is lost.
      if (entries.length > 1)
        return joinResults([write([], refused), ...entries.map((entry) => write([entry], []))])
      const [entry] = entries
      const isPoisoned = entry !== undefined && isAnythingIn(entry) && !isFileFailure(error)
      return isPoisoned
        ? write([poisoned(entry, lostOutcomes(entry), error)], refused)
        : notStored(entries, error)
    }
  }

  return (envelopes, refused) => {
    settings.refresh()
    projects.refresh()
    const entries = envelopes.map(toEntries)
    const { results, ...rest } = write(entries.flat(), refused)
    let end = 0
    const answers = entries.map(({ length }) => {
      end += length
      return answerOf(results.slice(end - length, end))
    })
    return { results: answers, ...rest }
  }
}

/** A body is stored when all that it held is; else its first part has the answer. */
function answerOf(parts: SubmitResult[]): SubmitResult {
  return parts.find(({ status }) => status === 503) ?? parts[0] ?? NOT_STORED
}

/** In place of an envelope that our own code failed on: refused and counted, so that its neighbours live. */
function poisoned(
  { projectId, keyId, receivedAt }: Pick<BatchEntry, 'projectId' | 'keyId' | 'receivedAt'>,
  outcomes: CountedOutcome[],
  cause: unknown,
): BatchEntry {
  const nothing = { spans: [], records: [], answer: UNREADABLE }
  return { projectId, keyId, receivedAt, ...nothing, outcomes, failure: String(cause) }
}

function notStored(entries: BatchEntry[], cause: unknown): BatchResult {
  return {
    // What was refused for its own sake stays so, stored or not.
    results: entries.map(({ answer }) => (answer.status === 200 ? NOT_STORED : answer)),
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

function joinCommits(commits: Commit[]): Commit {
  return {
    projectIds: [...new Set(commits.flatMap(({ projectIds }) => projectIds))],
    issueIds: [...new Set(commits.flatMap(({ issueIds }) => issueIds))],
    arrivals: commits.flatMap(({ arrivals }) => arrivals),
    eventCount: commits.reduce((sum, { eventCount }) => sum + eventCount, 0),
    outcomes: commits.flatMap(({ outcomes }) => outcomes),
  }
}
