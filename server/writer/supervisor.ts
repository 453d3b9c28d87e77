import type { WriterThread } from './threads.ts'

export interface ThreadEvents {
  /** A thread takes batches, for the first time or in the place of another one. */
  onStart: (isRestart: boolean) => void
  onFailure: (reason: string) => void
  /** A new thread did not start either; it is tried again, and what waits should not. */
  onGivenUp: () => void
}

export interface SupervisedThread {
  /** Undefined between the death of one thread and the start of the next. */
  current(): WriterThread | undefined
  hasGivenUp(): boolean
  close(): Promise<void>
}

const FIRST_RESTART_MS = 100
const LONGEST_RESTART_MS = 5_000

/** Keeps one writer thread running. Only the first start is the caller's to fail by. */
export async function superviseThread(
  start: () => Promise<WriterThread>,
  events: ThreadEvents,
): Promise<SupervisedThread> {
  let thread: WriterThread | undefined
  let restarting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosing = false
  let hasGivenUp = false

  function take(started: WriterThread, isRestart: boolean): void {
    thread = started
    hasGivenUp = false
    void started.ended.then((reason) => {
      thread = undefined
      if (isClosing) return
      events.onFailure(`The writer thread failed and will restart: ${reason}`)
      restartAfter(FIRST_RESTART_MS)
    })
    events.onStart(isRestart)
  }

  function restartAfter(delayMs: number): void {
    timer = setTimeout(() => {
      restarting = restart(delayMs)
    }, delayMs)
  }

  async function restart(delayMs: number): Promise<void> {
    try {
      take(await start(), true)
    } catch (error) {
      hasGivenUp = true
      events.onFailure(String(error))
      events.onGivenUp()
      if (!isClosing) restartAfter(Math.min(delayMs * 2, LONGEST_RESTART_MS))
    }
  }

  take(await start(), false)
  return {
    current: () => thread,
    hasGivenUp: () => hasGivenUp,
    async close() {
      isClosing = true
      clearTimeout(timer)
      await restarting
      await thread?.close()
    },
  }
}
