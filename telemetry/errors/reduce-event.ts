import { limits } from '../limits.ts'
import { writeJson } from '../transport/envelope.ts'
import type { Contexts, TelemetryException } from './event.ts'
import { normalizeData } from './normalize.ts'

/** The parts of a payload that can be shortened. */
interface Reducible {
  contexts?: Contexts | undefined
  spans?: unknown[]
  exception?: { values: TelemetryException[] } | undefined
}

const sentSpans = 100
const sentFrames = 20

/**
 * Writes a payload as JSON of a limited size. Servers need it, because their stacks contain source lines,
 * and a desk refuses what is too large together with the failure.
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

// The parts that explain least are removed first.
const reductions: ((payload: Reducible) => object)[] = [
  // Limits the length of texts and lists.
  (payload) => normalizeData(payload) as Reducible, // An object's copy is an object.
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

/** Keeps the innermost calls without their source lines. */
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

/** The size of the text in UTF-8 bytes. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
