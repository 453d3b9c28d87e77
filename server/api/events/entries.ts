import { formatTime } from '#server/api/time.ts'
import type {
  NormalizedBreadcrumb,
  NormalizedEvent,
  NormalizedException,
  NormalizedFrame,
  NormalizedRequest,
  NormalizedThread,
} from '#server/processing/event.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'

export type EventEntry = {
  type: 'exception' | 'threads' | 'message' | 'breadcrumbs' | 'request' | 'debugmeta'
  data: object
}

/**
 * Sentry's `entries`: the parts of the payload that have a section of their own, in camel case. Empty ones are omitted.
 */
export function toEventEntries(payload: NormalizedEvent): EventEntry[] {
  const { exception, threads, message, breadcrumbs, request } = payload
  const entries: EventEntry[] = []
  if (exception.values.length > 0) {
    entries.push({ type: 'exception', data: { values: exception.values.map(toException) } })
  }
  if (threads) entries.push({ type: 'threads', data: { values: threads.map(toThread) } })
  if (message !== undefined) entries.push({ type: 'message', data: { formatted: message } })
  if (breadcrumbs.values.length > 0) {
    entries.push({ type: 'breadcrumbs', data: { values: breadcrumbs.values.map(toBreadcrumb) } })
  }
  if (request) entries.push({ type: 'request', data: toRequest(request) })
  const images = [...(payload.debug_images ?? []), ...(payload.images ?? [])]
  if (images.length > 0) entries.push({ type: 'debugmeta', data: { images } })
  return entries
}

function toException({ type, value, module, mechanism, stacktrace }: NormalizedException) {
  return {
    type: type ?? null,
    value: value ?? null,
    module: module ?? null,
    mechanism: mechanism ?? null,
    stacktrace: toStacktrace(stacktrace),
  }
}

function toThread({ id, name, state, failed, crashed, main, stacktrace }: NormalizedThread) {
  return {
    id: id ?? null,
    name: name ?? null,
    state: state ?? null,
    current: failed === true,
    crashed: crashed === true,
    main: main === true,
    stacktrace: toStacktrace(stacktrace),
  }
}

function toStacktrace(stacktrace: NormalizedException['stacktrace']) {
  return stacktrace ? { frames: stacktrace.frames.map(toFrame) } : null
}

function toFrame(frame: NormalizedFrame) {
  return {
    filename: frame.filename ?? null,
    absPath: frame.abs_path ?? null,
    module: frame.module ?? null,
    package: frame.package ?? null,
    instructionAddr: frame.instruction_addr ?? null,
    function: frame.function ?? null,
    lineNo: frame.lineno ?? null,
    colNo: frame.colno ?? null,
    rawFunction: frame.raw_function ?? null,
    inApp: isOwnFrame(frame),
    context: toContext(frame),
    vars: frame.vars ?? null,
    mapping: frame.mapping ?? null,
  }
}

/** Pairs of line number and source line. */
function toContext({ lineno, pre_context = [], context_line, post_context = [] }: NormalizedFrame) {
  if (lineno === undefined || context_line === undefined) return []
  const first = lineno - pre_context.length
  return [...pre_context, context_line, ...post_context].map((line, index) => [first + index, line])
}

function toBreadcrumb({ timestamp, type, category, level, message, data, event_id }: NormalizedBreadcrumb) {
  return {
    timestamp: formatTime(timestamp * 1000),
    type,
    category,
    level,
    message: message ?? null,
    data: data ?? null,
    event_id: event_id ?? null,
  }
}

function toRequest({ method, url, query_string, headers, cookies, data, env }: NormalizedRequest) {
  return {
    method: method ?? null,
    url: url ?? null,
    query: [...new URLSearchParams(query_string ?? '')],
    headers,
    cookies: cookies ?? [],
    data: data ?? null,
    env: env ?? null,
  }
}
