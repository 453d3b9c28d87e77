import type { Commit } from '#server/writer/batch/commit.ts'
import type { SubmitResult } from '#server/writer/batch/submission.ts'
import type { Waiting } from '#server/writer/queue/queue.ts'
import type { WriterThread, WrittenAlone } from '#server/writer/threads.ts'

export interface HeavyWriterOptions {
  takeNext: () => Waiting | undefined
  current: () => WriterThread | undefined
  /** A thread that has no answer by then is replaced. */
  timeoutMs: number
  onCommit: (commit: Commit) => void
  /** Told of each what became of it. */
  onSettled: (waits: Waiting, settled: HeavySettled) => void
}

export interface HeavySettled {
  result: SubmitResult | 'not_stored' | 'internal' | 'faulty' | 'writer_failed'
  workMs: number
  failure?: string
}

/** Something of it may be stored by another way each time that it is prepared; seldom twice, and never for long. */
const MOST_TRIES = 3

/** Sends heavy envelopes on one by one, beside the batches of light ones. */
export function createHeavyWriter({ takeNext, current, timeoutMs, onCommit, onSettled }: HeavyWriterOptions) {
  let isBusy = false

  async function write(thread: WriterThread, waits: Waiting): Promise<HeavySettled> {
    const watchdog = setTimeout(() => void thread.terminate(), timeoutMs)
    let written: WrittenAlone | undefined
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      written = await thread.writeAlone(waits.envelope, onCommit)
      if (written?.result !== 'repeated') break
    }
    clearTimeout(watchdog)
    if (!written) return { result: 'writer_failed', workMs: 0 }
    const { workMs, failure, result } = written
    const said = failure === undefined ? {} : { failure }
    return { result: result === 'repeated' ? 'not_stored' : result, workMs, ...said }
  }

  return {
    /** Begins with what waits, if there is anything and nothing is under way. */
    async run(): Promise<void> {
      const thread = current()
      const next = thread && !isBusy ? takeNext() : undefined
      if (!thread || !next) return
      isBusy = true
      const settled = await write(thread, next)
      isBusy = false
      onSettled(next, settled)
      void this.run()
    },
  }
}
