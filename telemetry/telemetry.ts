import { combineAdapters, type TelemetryAdapter } from './adapter.ts'
import type { Level } from './errors/level.ts'
import { captureMessage } from './errors/message.ts'
import { stackHere } from './errors/thrown/stack-here.ts'
import { limits } from './limits.ts'
import { describeNode } from './node/contexts.ts'
import { createRequestSessions, type RequestSessions, sessionOf } from './node/request-sessions.ts'
import { createStackContext } from './scope/context.ts'
import { type Scope, withScope } from './scope/scope.ts'
import { createScopedTelemetry, type ScopedOptions, type ScopedTelemetry } from './scope/scoped-telemetry.ts'
import { createDiscards } from './transport/client-report.ts'
import type { Captured, EventHint } from './transport/reporter.ts'

export interface TelemetryOptions extends Omit<ScopedOptions, 'adapter'> {
  /** Every adapter gets all items. */
  adapters: TelemetryAdapter[]
}

/** Nothing here throws, blocks or keeps a process alive. */
export interface Telemetry extends ScopedTelemetry {
  /** The results of requests, for the health of the release. Undefined without a release. */
  readonly sessions: RequestSessions | undefined
  /** The default level is the scope's, or else `info`. */
  captureMessage(message: string, level?: Level, hint?: EventHint): Captured
  /** Runs `work` in a fork of the current scope, and returns or throws the same as `work`. */
  withScope<Result>(work: (scope: Scope) => Result): Result
}

/** Creates telemetry for servers, with any number of adapters, even if they break the port's promises. */
export function createTelemetry({ adapters, ...options }: TelemetryOptions): Telemetry {
  const { discards = createDiscards(), clock = Date.now, scopes = createStackContext() } = options
  const adapter = combineAdapters(adapters, discards, clock)
  const { release, environment = 'production' } = options
  const sessions =
    release === undefined
      ? undefined
      : createRequestSessions({ release, environment }, adapter.deliver, clock)
  const telemetry = createScopedTelemetry({
    stackHere,
    ...options,
    scopes,
    discards,
    adapter: {
      ...adapter,
      deliver(item) {
        adapter.deliver(item)
        const session = sessionOf(telemetry.scope())
        if (session && item.type === 'event') sessions?.note(session, item.payload)
      },
      flush(timeoutMs) {
        sessions?.flush()
        return adapter.flush(timeoutMs)
      },
      close(timeoutMs) {
        clearInterval(timer)
        sessions?.flush()
        return adapter.close(timeoutMs)
      },
    },
  })
  const timer = setInterval(() => sessions?.flush(), limits.sessionFlushMs)
  ;(timer as { unref?(): void }).unref?.() // The reason is the same as in adapter.ts.
  telemetry.globalScope.contexts = { ...describeNode(), ...telemetry.globalScope.contexts }
  return {
    ...telemetry,
    sessions,
    captureMessage: function said(message, level, hint) {
      return captureMessage(telemetry, message, level, hint, said)
    },
    withScope: (work) => withScope(scopes, telemetry.scope(), work),
  }
}
