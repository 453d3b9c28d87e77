import type { Span, SpanOptions } from './span.ts'
import type { Tracing } from './tracing.ts'

/**
 * Runs `work` in a child of the active span, and returns or throws the same as `work`. The span ends when
 * the result has settled. Without a root nothing is recorded, because queries of a timer belong to no
 * visitor's trace. In a trace that is not recorded, the active span is used for the children.
 */
export function startSpan<Result>(
  { activeSpan, withSpan }: Pick<Tracing, 'activeSpan' | 'withSpan'>,
  options: SpanOptions,
  work: (span: Span) => Result,
): Result {
  const parent = activeSpan()
  if (!parent.trace.recording) return work(parent)
  const span = parent.startChild(options)
  const fail = (reason: unknown): never => {
    span.status ??= 'internal_error'
    span.end()
    throw reason // The rejection continues, still unhandled.
  }
  let result: Result
  try {
    result = withSpan(span, () => work(span))
  } catch (error) {
    return fail(error)
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  const settled = result.then((value: unknown) => {
    span.end()
    return value
  }, fail)
  return settled as Result // The result is the same promise, one step later.
}
