import type { WriterThread } from './threads.ts'

const PROBE_MS = 1_000
/** Whoever asks whether an event could be stored has an answer by then, whatever is stuck. */
const PROBE_DEADLINE_MS = 2_000
/** The server is not ready for so long after the database failed: senders are told to come back after as long. */
const UNREADY_MS = 10_000

export interface HealthOptions {
  clock: () => number
  /** Gives the thread that would store the next event; undefined where it could not be taken now. */
  currentThread: () => Pick<WriterThread, 'probe'> | undefined
  /** Told what each probe came to: undefined when the event could be stored. */
  onProbe: (failure: string | undefined) => void
}

/** Knows whether the next event could be stored. */
export function createHealth({ clock, currentThread, onProbe }: HealthOptions) {
  let failedAt = Number.NEGATIVE_INFINITY
  let last: { ready: Promise<boolean>; askedAt: number } | undefined

  async function probe(): Promise<boolean> {
    const thread = currentThread()
    if (!thread || !isPast(failedAt, UNREADY_MS)) return false
    const failure = await Promise.race([thread.probe(), probeDeadline()])
    onProbe(failure)
    return failure === undefined
  }

  /** A clock that jumped back does not make it last longer. */
  function isPast(time: number, durationMs: number): boolean {
    return Math.abs(clock() - time) >= durationMs
  }

  return {
    /** A full or damaged database fails one batch after the other, while a probe may get through. */
    note(hasFailed: boolean): void {
      failedAt = hasFailed ? clock() : Number.NEGATIVE_INFINITY
    },
    /** Probes at most once a second. */
    isReady(): Promise<boolean> {
      if (!last || isPast(last.askedAt, PROBE_MS)) last = { ready: probe(), askedAt: clock() }
      return last.ready
    },
  }
}

function probeDeadline(): Promise<string> {
  const late = `the writer did not answer a probe within ${PROBE_DEADLINE_MS} ms`
  return new Promise((resolve) => setTimeout(resolve, PROBE_DEADLINE_MS, late).unref())
}
