import type { ProcessingContext } from '#server/processing/pipeline/context.ts'
import { countItems, processSubmission } from '#server/processing/pipeline/process.ts'
import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { MapStacks } from '#server/processing/source-maps/stack-mapping.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
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

/** The data of the database that processing needs. */
export interface EntrySources {
  /** Called once for each batch, because projects and settings may have changed. Loads them if the database answers later. */
  refresh(envelopes: readonly SubmittedEnvelope[]): void | Promise<void>
  hasProject(projectId: number): boolean
  settingsOf(projectId: number): ProjectSettings
  /** Undefined for a project that has uploaded no source maps. */
  mapStacksOf(projectId: number, now: number): MapStacks | undefined
  /** Returns true if envelopes were processed without source maps that are known now, and must be processed once more. */
  lookUp(): boolean | Promise<boolean>
}

export interface EntryReader extends Pick<EntrySources, 'refresh' | 'lookUp'> {
  /** Processes an envelope, mostly into one entry. Never throws for what it holds. */
  read(envelope: SubmittedEnvelope): BatchEntry[]
}

export function createEntryReader(
  sources: EntrySources,
  { newEventId }: Pick<ProcessingContext, 'newEventId'>,
): EntryReader {
  function read(envelope: SubmittedEnvelope): BatchEntry[] {
    const { projectId, keyId, receivedAt } = envelope
    const mapStacks = sources.mapStacksOf(projectId, receivedAt)
    const context = {
      ...{ receivedAt, newEventId, settings: sources.settingsOf(projectId) },
      ...(mapStacks ? { mapStacks } : {}),
    }
    if (!sources.hasProject(projectId)) {
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

  return { refresh: sources.refresh, lookUp: sources.lookUp, read }
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
