/** The rest of the promised five seconds is for the process to end. */
export const closeTimeoutMs = 4500

interface Ending {
  /** Completes requests in progress, commits and closes. */
  close: () => Promise<void>
  report: (thrown: unknown) => string
}

/** Ends the process in order after a signal, and after an uncaught error, which is reported first. */
export function closeAtTheEnd({ close, report }: Ending): void {
  let isClosing = false

  function end(exitCode: 0 | 1): void {
    if (isClosing) return
    isClosing = true
    setTimeout(() => {
      console.error('Cannot stop in time: closing takes too long')
      process.exit(1)
    }, closeTimeoutMs)
    close().then(
      () => process.exit(exitCode),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }

  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  process.on('unhandledRejection', (reason) =>
    console.error(`${report(reason)} (unhandled rejection):`, reason),
  )
  // The error may have left any state behind, so the process ends and its supervisor starts it again.
  process.on('uncaughtException', (error) => {
    console.error(`${report(error)} (uncaught exception):`, error)
    end(1)
  })
}
