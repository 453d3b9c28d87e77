import type { Span, SpanOptions } from './span.ts'
import type { Tracing } from './tracing.ts'

/**
 * Runs `work` in a child of the active span, and hands on what it returns or throws. The span ends when
 * that has settled. Below no root nothing is recorded: queries of a timer are no visitor's trace. Nor is it in a trace
 * that nobody keeps: there the active span stands for its children.
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
    throw reason // goes on, as unhandled as it was
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
  return settled as Result // the same promise, a step later
}
