import type { MessagePort } from 'node:worker_threads'
import type { BatchResult } from './batch.ts'
import type { SubmittedEnvelope } from './batch-entry.ts'
import type { OutcomeCount } from './batch-statements.ts'

/** A body that fills its buffer, so that the buffer can be handed over. */
export type OwnedEnvelope = SubmittedEnvelope & { body: Uint8Array<ArrayBuffer> }

export interface ThreadOptions {
  file: string
  /** Undefined keeps everything. */
  retentionDays?: number | undefined
  /** The database whose log is waited for: `file`, unless a test names one whose disk fails. */
  syncedFile?: string
}

/** What the two threads are started with: submissions go from one to the other, not by the main thread. */
export interface PreparerData {
  file: string
  toWriter: MessagePort
}

export interface WriterData extends ThreadOptions {
  fromPreparer: MessagePort
}

/** Main thread to preparer. The envelopes' bodies are handed over, not copied. */
export type PreparerRequest =
  | { kind: 'batch'; envelopes: OwnedEnvelope[]; refused: OutcomeCount[] }
  | { kind: 'close' }

/** Preparer to main thread, once. */
export type PreparerMessage = { kind: 'ready' }

/** Main thread to writer. */
export type WriterRequest = { kind: 'probe' } | { kind: 'expire'; now: number } | { kind: 'close' }

/**
 * Writer to main thread: `ready` once, then an answer for each batch and for each request but the last, both in their
 * order. Before its answer a batch is `taken`: what is left of it is the wait for the disk, and the thread has time for
 * the next.
 */
export type WriterMessage = WriterAnswer | { kind: 'taken' }

export type WriterAnswer =
  | { kind: 'ready' }
  | ({ kind: 'written' } & BatchResult)
  | { kind: 'probed'; failure: string | undefined }
  | ({ kind: 'expired' } & ExpiryResult)

/** What a slice of retention came to. */
export interface ExpiryResult {
  hasMore: boolean
  failure?: string
}
