import type { Reducible, Reduction } from './envelope.ts'
import { normalizeData } from './normalize.ts'

const keptSpans = 100
const keptFrames = 20

/** A server refuses what is too large, failure and all. What explains least goes first. */
export const reductions: readonly Reduction[] = [
  // Bounds the length of texts and lists.
  (payload) => normalizeData(payload) as Reducible, // of an object it is one
  (payload) => ({ ...payload, extra: { crumbtrail: 'Left out: the event was larger than 1 MiB.' } }),
  (payload) => ({
    ...payload,
    breadcrumbs: undefined,
    contexts: { error: payload.contexts?.error, trace: payload.contexts?.trace },
  }),
  (payload) => ({
    ...payload,
    tags: undefined,
    request: undefined,
    spans: payload.spans?.slice(0, keptSpans),
    exception: payload.exception && { values: payload.exception.values.map(withBareFrames) },
  }),
]

type Exceptions = NonNullable<Reducible['exception']>['values']

/** The innermost calls, without their lines of source. */
function withBareFrames(exception: Exceptions[number]): object {
  const frames = exception.stacktrace?.frames.slice(-keptFrames) ?? []
  return {
    ...exception,
    stacktrace: {
      frames: frames.map(({ function: name, filename, lineno, in_app }) => ({
        function: name,
        filename,
        lineno,
        in_app,
      })),
    },
  }
}
