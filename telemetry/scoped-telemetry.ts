import { attempt } from './attempt.ts'
import type { Breadcrumb } from './breadcrumbs.ts'
import { createStackContext } from './context.ts'
import type { Level } from './event.ts'
import { limits } from './limits.ts'
import { normalizeData } from './normalize.ts'
import {
  type Captured,
  type CaptureHint,
  createReporter,
  type Reporter,
  type ReporterOptions,
} from './reporter.ts'
import { createScope, type Scope, type ScopeProvider } from './scope.ts'
import { describeProcess } from './surroundings.ts'
import type { TraceContext } from './transaction.ts'

export interface ScopedOptions extends ReporterOptions {
  scopes?: ScopeProvider
}

export type RecordBreadcrumb = (crumb: Omit<Breadcrumb, 'timestamp'> & { timestamp?: number }) => void

/** Nothing here throws, blocks or keeps a process alive. */
export interface Telemetry extends Reporter {
  /** The level is the scope's, if absent, or `info`. */
  captureMessage(message: string, level?: Level, hint?: CaptureHint): Captured
  addBreadcrumb: RecordBreadcrumb
  /** The scope of the running code: the request's, or the global one. */
  scope(): Scope
  /** What all later forks begin with. */
  readonly globalScope: Scope
  /** Runs `work` in a fork of the current scope, and hands on what it returns or throws. */
  withScope<Result>(work: (scope: Scope) => Result): Result
  /** What it was created with. */
  readonly options: ScopedOptions
  /** Tells events where in which trace they happen; until then, all happen in one. */
  setTraceContext(describe: () => TraceContext): void
}

/** Reports with scopes: who and what led there. */
export function createScopedTelemetry(options: ScopedOptions): Telemetry {
  const { clock = Date.now, scopes = createStackContext<Scope>() } = options
  const globalScope = createScope(describeProcess(options))
  let traceContext: (() => TraceContext) | undefined

  const scope = (): Scope => scopes.current() ?? globalScope

  const reporter = createReporter(options, (event) =>
    scope().applyTo({
      ...event,
      contexts: { ...(traceContext && { trace: traceContext() }), ...event.contexts },
    }),
  )
  return {
    ...reporter,
    captureMessage: (message, level, hint) =>
      reporter.capture({ level, ...hint }, () => ({ message, level: 'info' })),
    addBreadcrumb(crumb) {
      // A crumb that cannot be read explains nothing; the code that left it must go on.
      attempt(() =>
        scope().addBreadcrumb({
          timestamp: clock() / 1000,
          // A copy: a crumb may wait for hours, and must neither change nor keep alive what it names.
          ...(normalizeData(crumb, 5) as typeof crumb),
          message: crumb.message?.slice(0, limits.lineLength),
        }),
      )
    },
    scope,
    globalScope,
    withScope(work) {
      const fork = scope().fork()
      return scopes.run(fork, () => work(fork))
    },
    options,
    setTraceContext(describe) {
      traceContext = describe
    },
  }
}
