import type { Processed } from '#server/processing/pipeline/processed.ts'
import type { Submission } from '#server/protocol/formats.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'

// The main thread needs these words of a batch, and none of the parsers that entry.ts brings.

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

export const NOT_STORED: SubmitResult = {
  status: 503,
  detail: 'Cannot store envelope: the database rejected it',
}
export const UNREADABLE: Processed['answer'] = {
  status: 400,
  detail: 'Cannot read envelope: its content could not be processed',
}
/** Nobody should send it again, so it is not a 503. */
export const TOO_MUCH_WORK: SubmitResult = {
  status: 413,
  detail: 'Cannot process envelope: it took too long',
}
