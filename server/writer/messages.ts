import type { MessagePort } from 'node:worker_threads'
import type { OutcomeCount } from '#server/protocol/outcome.ts'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'
import type { BatchResult } from './batch/batch.ts'
import type { Commit } from './batch/commit.ts'
import type { PreparedBatch } from './batch/prepare.ts'
import type { SubmitResult, SubmittedEnvelope } from './batch/submission.ts'
import type { PreparedSubmission } from './preparer/prepare-submission.ts'

/** A body that fills its buffer, so that a copy of it for another thread is no longer than it. */
export type OwnedEnvelope = SubmittedEnvelope & { body: Uint8Array<ArrayBuffer> }

export interface ThreadOptions {
  /** The path of the database in the data directory, which is only a path if `postgresUrl` is given. */
  file: string
  /** The address of the database if it is PostgreSQL: `postgres://user@host/name`. */
  postgresUrl?: string | undefined
  /** Where attachments are stored on PostgreSQL, if not as rows. */
  bucket?: Bucket | undefined
  /** Undefined keeps everything. */
  retentionDays?: number | undefined
  /** The database whose log is waited for: `file`, unless a test names one whose disk fails. */
  syncedFile?: string
  /** The script of the preparers: our own, unless a test brings one that gets stuck. */
  preparer?: URL
  /** For how long a preparer may be at one envelope. */
  deadlinesMs?: Record<LaneKind, number>
  /** Called several times a second on PostgreSQL with the age of the oldest item that is not counted yet. */
  onLag?: (lagMs: number) => void
  /** Told why a preparer was replaced. */
  onFailure?: (reason: string) => void
}

/** Light envelopes are prepared many at a time, heavy ones alone and in a thread of their own. */
export type LaneKind = 'light' | 'heavy'

/** What a preparer is started with: what it prepares goes to the writer's thread, not by the main thread. */
export interface PreparerData extends Pick<ThreadOptions, 'file' | 'postgresUrl'> {
  lane: LaneKind
  toWriter: MessagePort
  /** `createProgress` makes it. */
  progress: SharedArrayBuffer
}

export type WriterData = Pick<
  ThreadOptions,
  'file' | 'postgresUrl' | 'bucket' | 'retentionDays' | 'syncedFile'
>

/** Main thread to preparer. Bodies are copied: should the thread end by one of them, the others are sent to the next. */
export type PreparerRequest =
  | { kind: 'batch'; id: number; envelopes: OwnedEnvelope[]; refused: OutcomeCount[] }
  | { kind: 'probe'; id: number }
  | { kind: 'close' }

/** Preparer to main thread, once. */
export type PreparerMessage = { kind: 'ready' }

/** Preparer to writer. `rehearsal` is what an event would come to; undefined where there is no project. */
export type FromPreparer =
  | ({ kind: 'batch'; id: number; workMs: number[] } & PreparedSubmission)
  | { kind: 'probe'; id: number; rehearsal: PreparedBatch | undefined }

/** A part of one heavy envelope, small enough that nobody waits long for its transaction. */
export type HeavySlice = { id: number; projectId: number; workMs: number } & (
  | { batch: PreparedBatch; isLast: boolean; answer: SubmitResult; failure?: string }
  | { batch: undefined; failure: string }
)

/** Writer to the preparer of heavy envelopes, once a slice: whether it took the slice and wants the next one. */
export type HeavyReply = { isTaken: boolean }

/** Main thread to writer. */
export type WriterRequest =
  | { kind: 'preparer'; lane: LaneKind; port: MessagePort }
  | { kind: 'expire'; id: number; now: number }
  | { kind: 'close' }

/**
 * Writer to main thread: `ready` once, then an answer for each batch and for each request but the last. Before its answer
 * a batch is `taken`: what is left of it is the wait for the disk, and the thread has time for the next. Of a heavy
 * envelope each slice is told, when it is on the disk, and then the answer. `lag` is sent without a request.
 */
export type WriterMessage =
  | { kind: 'ready' }
  | { kind: 'taken'; id: number }
  | { kind: 'slice'; id: number; commit: Commit }
  | { kind: 'lag'; lagMs: number }
  | WriterAnswer

export type WriterAnswer = { id: number } & (
  | ({ kind: 'written'; workMs: number[] } & BatchResult)
  | ({ kind: 'alone'; workMs: number } & AloneResult)
  | { kind: 'probed'; failure: string | undefined }
  | ({ kind: 'expired' } & ExpiryResult)
)

/**
 * What became of a heavy envelope: `repeated` when it holds what was stored since it was prepared, `faulty` when its
 * preparer ended by it.
 */
export interface AloneResult {
  result: SubmitResult | 'repeated' | 'not_stored' | 'internal' | 'faulty'
  failure?: string
}

/** What a slice of retention came to. */
export interface ExpiryResult {
  hasMore: boolean
  failure?: string
}
