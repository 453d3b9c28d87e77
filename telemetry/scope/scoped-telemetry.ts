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
  /** Without it there is one scope: `createStackContext()` for a page that uses `withScope`. */
  scopes?: ScopeProvider | undefined
}

export type RecordBreadcrumb = (crumb: Omit<Breadcrumb, 'timestamp'> & { timestamp?: number }) => void

/** What few pages use, as messages and scopes of their own, is in functions beside it: see message.ts. */
export interface ScopedTelemetry extends Reporter {
  addBreadcrumb: RecordBreadcrumb
  /** The scope of the running code: the request's, or the global one. */
  scope(): Scope
  /** What all later forks begin with. */
  readonly globalScope: Scope
  /** What it was created with. */
  readonly options: ScopedOptions
  /** Tells events where in which trace they happen; until then, all happen in one. */
  setTraceContext(describe: () => TraceContext, samplingContext: () => DynamicSamplingContext): void
}

/** Reports with scopes: who and what led there. */
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
      // A crumb that cannot be read explains nothing; the code that left it must go on.
      attempt(() => {
        const known = scope()
        const values = appendBreadcrumb(known.breadcrumbs.values, {
          timestamp: clock() / 1000,
          // A copy: a crumb may wait for hours, and must neither change nor keep alive what it names.
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
