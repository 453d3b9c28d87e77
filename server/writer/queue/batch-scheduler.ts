import type { ExpiryResult } from '#server/writer/messages.ts'
import type { WriterThread } from '#server/writer/threads.ts'
import type { Waiting, WriterQueue } from './queue.ts'
import { createRetentionSchedule } from './retention-schedule.ts'

/** So many envelopes share a block: fewer are not worth a batch of their own while another one is worked on. */
const LEAST_AHEAD = 16

export interface BatchSchedulerOptions {
  queue: Pick<WriterQueue, 'waiting' | 'takeBatch'>
  currentThread: () => WriterThread | undefined
  /** Whether there are counts to write although no envelope waits. */
  hasCounts: () => boolean
  /** Calls `onTaken` once, when there is time for the next batch. */
  write: (thread: WriterThread, batch: Waiting[], onTaken: () => void) => void
  expire: (thread: WriterThread) => Promise<ExpiryResult>
}

/** Decides when the thread gets its next batch, and when retention has its turn. */
export function createBatchScheduler({
  queue,
  currentThread,
  hasCounts,
  write,
  expire,
}: BatchSchedulerOptions) {
  const retention = createRetentionSchedule(schedule)
  let hasStarted = false
  let isScheduled = false
  let isExpiring = false
  /** How many batches the thread has, and has not committed. */
  let untaken = 0

  /** Waits for the requests that are being read now: what comes together is written together. */
  function schedule(): void {
    if (isScheduled || !mayWrite()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void writeNext()
    })
  }

  /** One batch is prepared while another one is stored, but not while retention waits for its turn. */
  function mayWrite(): boolean {
    if (!hasStarted || isExpiring) return false
    return untaken === 0 || (untaken === 1 && queue.waiting() >= LEAST_AHEAD && !retention.isDue())
  }

  async function writeNext(): Promise<void> {
    const thread = currentThread()
    if (!thread || !mayWrite()) return
    if (untaken === 0 && retention.isDue()) await expireSlice(thread)
    // This takes half of it: while it is stored, the other half is prepared.
    const batch = queue.takeBatch(Math.max(LEAST_AHEAD, Math.ceil(queue.waiting() / 2)))
    if (batch.length > 0 || hasCounts()) {
      untaken++
      write(thread, batch, () => {
        untaken--
        schedule()
      })
    }
    if (queue.waiting() > 0) schedule()
  }

  async function expireSlice(thread: WriterThread): Promise<void> {
    isExpiring = true
    retention.note(await expire(thread))
    isExpiring = false
  }

  return {
    schedule,
    /** Begins to write; until then there is no thread to write to. */
    start(): void {
      hasStarted = true
      schedule()
    },
    /** Ends retention. Batches are still written. */
    close: retention.close,
  }
}
