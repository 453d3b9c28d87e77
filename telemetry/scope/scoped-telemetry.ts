import { appendBreadcrumb, type Breadcrumb } from '../errors/breadcrumbs.ts'
import { normalizeData } from '../errors/normalize.ts'
import { describeProcess } from '../errors/surroundings.ts'
import { limits } from '../limits.ts'
import type { DynamicSamplingContext } from '../trace/baggage.ts'
import type { TraceContext } from '../trace/transaction.ts'
import { attempt } from '../transport/attempt.ts'
import { createReporter, type Reporter, type ReporterOptions } from '../transport/reporter.ts'
import { applyScope, type Scope, type ScopeProvider } from './scope.ts'

export interface ScopedOptions extends ReporterOptions {
  /** Without it there is one scope. Pages that use `withScope` pass `createStackContext()`. */
  scopes?: ScopeProvider | undefined
}

export type RecordBreadcrumb = (crumb: Omit<Breadcrumb, 'timestamp'> & { timestamp?: number }) => void

/** Rarely used functions, such as for messages and scopes, are in separate files: see message.ts. */
export interface ScopedTelemetry extends Reporter {
  addBreadcrumb: RecordBreadcrumb
  /** The scope of the running code: the request's, or the global one. */
  scope(): Scope
  /** The scope that all later forks start from. */
  readonly globalScope: Scope
  /** The options that it was created with. */
  readonly options: ScopedOptions
  /** Sets how events find their trace. Until then, all events share one trace. */
  setTraceContext(describe: () => TraceContext, samplingContext: () => DynamicSamplingContext): void
}

/** Creates telemetry with scopes, which add the user and the breadcrumbs to its events. */
export function createScopedTelemetry(options: ScopedOptions): ScopedTelemetry {
  const { clock = Date.now, scopes } = options
  const globalScope = describeProcess(options)
  let traceContext: (() => TraceContext) | undefined
  let samplingContext: (() => DynamicSamplingContext) | undefined

  const scope = (): Scope => scopes?.current() ?? globalScope

  const reporter = createReporter(
    options,
    (event) =>
      applyScope(scope(), {
        ...event,
        contexts: { ...(traceContext && { trace: traceContext() }), ...event.contexts },
      }),
    () => samplingContext?.(),
  )
  return {
    ...reporter,
    addBreadcrumb(crumb) {
      // A breadcrumb that cannot be read is useless, but the code that left it must continue.
      attempt(() => {
        const known = scope()
        const values = appendBreadcrumb(known.breadcrumbs.values, {
          timestamp: clock() / 1000,
          // The breadcrumb is copied, because it may be stored for hours and must neither change nor keep
          // other objects in memory.
          ...(normalizeData(crumb, 5) as typeof crumb),
          message: crumb.message?.slice(0, limits.lineLength),
        })
        known.breadcrumbs = { values }
      })
    },
    scope,
    globalScope,
    options,
    setTraceContext(describe, describeSampling) {
      traceContext = describe
      samplingContext = describeSampling
    },
  }
}
