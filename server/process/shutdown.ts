/** The rest of the promised five seconds is for the process to end. */
export const closeTimeoutMs = 4500

interface Ending {
  /** Completes requests in progress, commits and closes. */
  close: () => Promise<void>
  report: (thrown: unknown) => string
}

/**
 * Ends a process that is still starting as soon as a signal asks for it; until the result is called. The first process of a
 * container would ignore the signal otherwise: https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
export function endWhileStarting(): () => void {
  const end = () => process.exit(0)
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  return () => {
    process.off('SIGTERM', end)
    process.off('SIGINT', end)
  }
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
