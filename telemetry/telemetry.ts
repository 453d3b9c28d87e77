import { combineAdapters, type TelemetryAdapter } from './adapter.ts'
import { createDiscards } from './client-report.ts'
import { createStackContext } from './context.ts'
import type { Level } from './event.ts'
import { captureMessage } from './message.ts'
import type { Captured, EventHint } from './reporter.ts'
import { type Scope, withScope } from './scope.ts'
import { createScopedTelemetry, type ScopedOptions, type ScopedTelemetry } from './scoped-telemetry.ts'
import { stackHere } from './stack-here.ts'

export interface TelemetryOptions extends Omit<ScopedOptions, 'adapter'> {
  /** Each gets everything. */
  adapters: TelemetryAdapter[]
}

/** Nothing here throws, blocks or keeps a process alive. */
export interface Telemetry extends ScopedTelemetry {
  /** The level is the scope's, if absent, or `info`. */
  captureMessage(message: string, level?: Level, hint?: EventHint): Captured
  /** Runs `work` in a fork of the current scope, and hands on what it returns or throws. */
  withScope<Result>(work: (scope: Scope) => Result): Result
}

/** For servers: to any number of adapters, whatever becomes of the port's promises in them. */
export function createTelemetry({ adapters, ...options }: TelemetryOptions): Telemetry {
  const { discards = createDiscards(), clock = Date.now, scopes = createStackContext() } = options
  const telemetry = createScopedTelemetry({
    stackHere,
    ...options,
    scopes,
    discards,
    adapter: combineAdapters(adapters, discards, clock),
  })
  return {
    ...telemetry,
    captureMessage: function said(message, level, hint) {
      return captureMessage(telemetry, message, level, hint, said)
    },
    withScope: (work) => withScope(scopes, telemetry.scope(), work),
  }
}
