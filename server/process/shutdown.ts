/** What is left of the promised five seconds is for the process to end. */
export const closeTimeoutMs = 4500

interface Ending {
  /** Lets what is in flight finish, commits and closes. */
  close: () => Promise<void>
  report: (thrown: unknown) => string
}

/** A signal ends the process in order; so does an error that nobody caught, which is reported first. */
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
  // What state it left behind nobody knows: whoever started the process starts it again.
  process.on('uncaughtException', (error) => {
    console.error(`${report(error)} (uncaught exception):`, error)
    end(1)
  })
}
