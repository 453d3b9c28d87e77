import { limits } from '../limits.ts'
import { writeJson } from '../transport/envelope.ts'
import type { Contexts, TelemetryException } from './event.ts'
import { normalizeData } from './normalize.ts'

/** What can be made smaller of a payload. */
interface Reducible {
  contexts?: Contexts | undefined
  spans?: unknown[]
  exception?: { values: TelemetryException[] } | undefined
}

const sentSpans = 100
const sentFrames = 20

/**
 * A payload as JSON that is not too large. For servers, whose stacks come with lines of source: a desk
 * refuses what is too large, failure and all.
 */
export function writeReduced(payload: object): string {
  let rest: Reducible = payload
  let json = writeJson(rest)
  for (const reduce of reductions) {
    if (byteLength(json) <= limits.eventBytes) break
    rest = reduce(rest)
    json = writeJson(rest)
  }
  return json
}

// What explains least goes first.
const reductions: ((payload: Reducible) => object)[] = [
  // Bounds the length of texts and lists.
  (payload) => normalizeData(payload) as Reducible, // of an object it is one
  (payload) => ({ ...payload, extra: { crumbtrail: 'Omitted: the event was larger than 1 MiB.' } }),
  (payload) => ({
    ...payload,
    breadcrumbs: undefined,
    contexts: { error: payload.contexts?.error, trace: payload.contexts?.trace },
  }),
  (payload) => ({
    ...payload,
    tags: undefined,
    request: undefined,
    spans: payload.spans?.slice(0, sentSpans),
    exception: payload.exception && { values: payload.exception.values.map(withBareFrames) },
  }),
]

type Exceptions = NonNullable<Reducible['exception']>['values']

/** The innermost calls, without their lines of source. */
function withBareFrames(exception: Exceptions[number]): object {
  const frames = exception.stacktrace?.frames.slice(-sentFrames) ?? []
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

/** Bytes of the text as it goes over the network. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
