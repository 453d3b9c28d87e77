import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fdatasync)

export interface LogSync {
  /** Resolves when all that was committed before the call is on the disk. Rejects when nobody knows whether it is. */
  sync(): Promise<void>
  close(): void
}

/**
 * Waits for the disk beside the thread's work. SQLite's own way (`synchronous = full`) does the same call inside of the
 * commit, where the thread waits for it: a quarter of its time. With `synchronous = normal` SQLite still syncs whatever
 * a checkpoint needs: https://sqlite.org/pragma.html#pragma_synchronous. The log exists while a connection is open.
 */
export function openLogSync(file: string): LogSync {
  const log = openSync(`${file}-wal`, 'r+')
  let running: Promise<void> | undefined
  /** Begins when the running one has ended: it is for all that ask until then. */
  let next: Promise<void> | undefined

  function run(): Promise<void> {
    next = undefined
    running = flush(log)
    return running.then(() => {
      if (next === undefined) running = undefined
    })
  }

  return {
    sync() {
      if (running === undefined) return run()
      next ??= running.then(run)
      return next
    },
    close: () => closeSync(log),
  }
}
