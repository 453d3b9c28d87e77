import type { BatchResult } from './batch.ts'
import type { SubmittedEnvelope } from './batch-entry.ts'
import type { OutcomeCount } from './batch-statements.ts'

/** Main thread to writer. The envelopes' bodies are handed over, not copied. */
export type WriterRequest =
  | { kind: 'batch'; envelopes: SubmittedEnvelope[]; refused: OutcomeCount[] }
  | { kind: 'probe' }
  | { kind: 'expire'; now: number }
  | { kind: 'close' }

/**
 * Writer to main thread: `ready` once, then an answer for each request but the last, in their order. Before its answer
 * a batch is `taken`: what is left of it is the wait for the disk, and the thread has time for the next.
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
