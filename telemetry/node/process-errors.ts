import type { Reporter } from '../transport/reporter.ts'

/** Milliseconds that reports have to leave before the process ends. Sentry: `logAndExitProcess`. */
const exitTimeoutMs = 2_000

/** The process's part that is used. */
interface Host {
  on(name: string, listener: (thrown: unknown) => void): unknown
  off(name: string, listener: (thrown: unknown) => void): unknown
  listeners(name: string): unknown[]
  exit(code: number): unknown
}

interface ProcessErrorOptions {
  process?: Host
  /** Says what ended the process. Default `console.error`. */
  say?: (thrown: unknown) => void
}

/**
 * Reports what nobody catches in a Node process, which then ends with code 1, as it would without us: for an
 * exception and for a rejection alike. Where the host listens to them itself, its ending is its own. Returns what
 * takes the listeners away.
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
