import type { BatchResult, SubmittedEnvelope } from './batch.ts'
import type { OutcomeCount } from './batch-statements.ts'

/** Main thread to writer. The envelopes' bodies are handed over, not copied. */
export type WriterRequest =
  | { kind: 'batch'; envelopes: SubmittedEnvelope[]; refused: OutcomeCount[] }
  | { kind: 'probe' }
  | { kind: 'close' }

/** Writer to main thread: `ready` once, then an answer for each batch and probe, in their order. */
export type WriterAnswer =
  | { kind: 'ready' }
  | ({ kind: 'written' } & BatchResult)
  | { kind: 'probed'; failure: string | undefined }
