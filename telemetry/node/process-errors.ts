import type { Reporter } from '../transport/reporter.ts'

/** Milliseconds that reports have before the process ends. Sentry: `logAndExitProcess`. */
const exitTimeoutMs = 2_000

/** The part of the process that is used. */
interface Host {
  on(name: string, listener: (thrown: unknown) => void): unknown
  off(name: string, listener: (thrown: unknown) => void): unknown
  listeners(name: string): unknown[]
  exit(code: number): unknown
}

interface ProcessErrorOptions {
  process?: Host
  /** Prints what ended the process. Default `console.error`. */
  say?: (thrown: unknown) => void
}

/**
 * Reports uncaught exceptions and unhandled rejections of a Node process, which then ends with code 1, as
 * it would without us. If the host listens for them itself, it decides how to end. Returns a function that
 * removes the listeners.
 */
export function reportProcessErrors(
  telemetry: Pick<Reporter, 'captureException' | 'flush'>,
  { process: host = process, say = console.error }: ProcessErrorOptions = {},
): () => void {
  let isEnding = false
  const hear = (name: 'uncaughtException' | 'unhandledRejection') => {
    const listener = (thrown: unknown): void => {
      telemetry.captureException(thrown, {
        handled: false,
        mechanism: `on${name.toLowerCase()}`,
        level: 'fatal',
      })
      if (isEnding || host.listeners(name).some((other) => other !== listener)) return
      isEnding = true
      say(thrown)
      void telemetry.flush(exitTimeoutMs).finally(() => host.exit(1))
    }
    host.on(name, listener)
    return () => void host.off(name, listener)
  }
  const stops = [hear('uncaughtException'), hear('unhandledRejection')]
  return () => {
    for (const stop of stops) stop()
  }
}
