import { limits } from '#server/protocol/limits.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'
import type { SubmitResult } from './batch/submission.ts'
import type { Pressure } from './pressure.ts'
import type { Room } from './queue/queue.ts'

/** Why the desk itself can't take an envelope; its reason in outcomes, and in what the sender is told. */
export type RefusalReason =
  | Pressure
  | Exclude<Room, 'free'>
  | 'writer_failed'
  | 'not_stored'
  | 'folding_behind'
  | 'closing'

const SENTENCES: Record<RefusalReason, string> = {
  disk_full: 'the disk is almost full',
  memory: 'too little memory is left',
  project_full: 'too many envelopes of its project are waiting to be stored',
  queue_full: 'too many envelopes are waiting to be stored',
  writer_failed: 'the writer failed',
  not_stored: 'the database rejected it',
  folding_behind: 'what was stored before is not counted yet',
  closing: 'the desk is shutting down',
}

export function refusalOf(reason: RefusalReason): SubmitResult & { status: 503 } {
  return { status: 503, detail: `Cannot store envelope: ${SENTENCES[reason]}`, limits: [pauseFor(reason)] }
}

function pauseFor(reason: RefusalReason): RateLimit {
  const scope = reason === 'project_full' ? 'project' : 'organization'
  return { pauseSeconds: limits.overloadPauseSeconds, categories: [], scope, reason }
}
