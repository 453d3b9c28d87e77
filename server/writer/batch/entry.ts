import type { DatabaseSync } from 'node:sqlite'
import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { countItems, processSubmission } from '#server/processing/pipeline/process.ts'
import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import { createSettingsReader } from '#server/store/projects/project-settings.ts'
import { createStackMapper } from '#server/store/sourcemaps/stack-mapper.ts'
import { createKnownProjects } from './known-projects.ts'
import { NOT_STORED, type SubmitResult, type SubmittedEnvelope, UNREADABLE } from './submission.ts'

/** An envelope after processing. */
export interface BatchEntry extends Processed {
  projectId: number
  keyId: number
  receivedAt: number
  failure?: string
  /** The place of its envelope in the batch. */
  envelope?: number
}

const PROJECT_GONE: Processed['answer'] = {
  status: 403,
  detail: 'Cannot accept envelope: its project no longer exists',
}

export interface EntryReader {
  /** Once a batch: projects and their settings may be others since. */
  refresh(): void
  /** Processes an envelope, mostly into one entry. Never throws for what it holds. */
  read(envelope: SubmittedEnvelope): BatchEntry[]
}

export function createEntryReader(
  connection: DatabaseSync,
  { newEventId }: Pick<ProcessingContext, 'newEventId'>,
): EntryReader {
  const settings = createSettingsReader(connection)
  const projects = createKnownProjects(connection)
  const stacks = createStackMapper(connection)

  function read(envelope: SubmittedEnvelope): BatchEntry[] {
    const { projectId, keyId, receivedAt } = envelope
    const mapStacks = stacks.of(projectId, receivedAt)
    const context = {
      ...{ receivedAt, newEventId, settings: settings.get(projectId) },
      ...(mapStacks ? { mapStacks } : {}),
    }
    if (!projects.has(projectId)) {
      const outcomes = countItems(envelope, context, 'invalid', 'project_gone')
      return [{ projectId, keyId, receivedAt, answer: PROJECT_GONE, spans: [], records: [], outcomes }]
    }
    try {
      const processed = processSubmission(envelope, context)
      return processed.map((one) => ({ projectId, keyId, receivedAt, ...one }))
    } catch (error) {
      return [unprocessable(envelope, countItems(envelope, context, 'invalid', 'internal'), error)]
    }
  }

  return {
    refresh() {
      settings.refresh()
      projects.refresh()
      stacks.refresh()
    },
    read,
  }
}

/** Stands for an envelope that our own code failed on: it is refused and counted, so that its neighbours live. */
export function unprocessable(
  { projectId, keyId, receivedAt }: Pick<BatchEntry, 'projectId' | 'keyId' | 'receivedAt'>,
  outcomes: CountedOutcome[],
  cause: unknown,
): BatchEntry {
  const nothing = { spans: [], records: [], answer: UNREADABLE }
  return { projectId, keyId, receivedAt, ...nothing, outcomes, failure: String(cause) }
}

/** A body is stored when all that it held is; else its first part has the answer. */
export function answerOf(parts: SubmitResult[]): SubmitResult {
  return parts.find(({ status }) => status === 503) ?? parts[0] ?? NOT_STORED
}

export function failureOf(entries: readonly BatchEntry[]): { failure?: string } {
  const failure = entries.find((entry) => entry.failure !== undefined)?.failure
  return failure === undefined ? {} : { failure }
}
