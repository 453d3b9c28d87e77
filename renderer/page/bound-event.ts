import { leftOut as say } from '#renderer/texts/issues/event.ts'
import type { EventDetail } from '#server/models/events.ts'
import type {
  NormalizedEvent,
  NormalizedException,
  NormalizedFrame,
  NormalizedThread,
} from '#server/processing/event.ts'

/**
 * The number of characters of an event that its page shows at first. Each is in the document twice, as
 * markup and as data for the browser, and together they stay below 60 kB compressed.
 */
const limits = {
  code: 12_000,
  frames: 100,
  threads: 60,
  threadStacks: 10_000,
  trail: 12_000,
  tags: 8_000,
  packages: 6_000,
  images: 6_000,
  values: 4_000,
  contexts: 10_000,
  text: 4_000,
  grouping: 60,
}

interface Bounded {
  event: EventDetail
  /** Describes what was left out, as text. */
  leftOut: string[]
}

/** Shortens an event for its page. The parts that are farthest from the error are left out first. */
export function boundEvent(whole: EventDetail): Bounded {
  const leftOut: string[] = []
  const note = (count: number, words: (count: number) => string) => {
    if (count > 0) leftOut.push(words(count))
  }
  const { payload, grouping } = whole
  const exception = boundExceptions(payload.exception.values, note)
  const crumbs = lastWithin(payload.breadcrumbs.values, limits.trail)
  note(payload.breadcrumbs.values.length - crumbs.length, say.steps)
  const tags = firstWithin(payload.tags, limits.tags)
  note(payload.tags.length - tags.length, say.tags)
  const modules = payload.modules && firstWithin(payload.modules, limits.packages)
  note((payload.modules?.length ?? 0) - (modules?.length ?? 0), say.packages)
  const images = payload.images && firstWithin(payload.images, limits.images)
  note((payload.images?.length ?? 0) - (images?.length ?? 0), say.images)
  const values = boundValues(payload, note)
  const threads = payload.threads && boundThreads(payload.threads, note)
  const bounded = { ...payload, ...values, exception, breadcrumbs: { values: crumbs }, tags }
  if (threads !== undefined) bounded.threads = threads
  if (modules !== undefined) bounded.modules = modules
  if (images !== undefined) bounded.images = images
  const lines = grouping.lines.slice(0, limits.grouping)
  note(grouping.lines.length - lines.length, say.groupingLines)
  return {
    event: {
      ...whole,
      payload: bounded,
      grouping: { ...grouping, lines, ignored: grouping.ignored.slice(0, limits.grouping) },
    },
    leftOut,
  }
}

type Note = (count: number, words: (count: number) => string) => void

/** Keeps the outermost exception and the latest calls first, as the page orders them. */
function boundExceptions(exceptions: readonly NormalizedException[], note: Note) {
  let frames = 0
  let withoutCode = 0
  let code = limits.code
  let withoutFrames = 0
  function boundFrame(frame: NormalizedFrame): NormalizedFrame[] {
    frames += 1
    if (frames > limits.frames) {
      withoutFrames += 1
      return []
    }
    const { pre_context, post_context, vars, ...rest } = frame
    const size = sizeOf([pre_context, frame.context_line, post_context, vars])
    code -= size
    if (code >= 0) return [frame]
    if (pre_context === undefined && post_context === undefined && vars === undefined) return [frame]
    withoutCode += 1
    code += size // A smaller one may still fit.
    return [rest]
  }
  const values = exceptions.toReversed().map((exception) => {
    const { stacktrace } = exception
    const bounded = clippedText(exception)
    if (stacktrace === undefined) return bounded
    const kept = stacktrace.frames.toReversed().flatMap(boundFrame).toReversed()
    return { ...bounded, stacktrace: { ...stacktrace, frames: kept } }
  })
  note(withoutCode, say.code)
  note(withoutFrames, say.frames)
  return { values: values.toReversed() }
}

/** Keeps the names of all threads while they are few, and their code where there is room. */
function boundThreads(threads: readonly NormalizedThread[], note: Note): NormalizedThread[] {
  let left = limits.threadStacks
  let withoutStack = 0
  const kept = threads.slice(0, limits.threads).map((thread) => {
    const { stacktrace, ...bare } = thread
    if (stacktrace === undefined) return thread
    const frames = stacktrace.frames.map(({ pre_context, post_context, vars, ...frame }) => frame)
    for (const fitting of [thread, { ...bare, stacktrace: { frames } }]) {
      const size = sizeOf(fitting.stacktrace)
      if (size > left) continue
      left -= size
      return fitting
    }
    withoutStack += 1
    return bare
  })
  note(withoutStack, say.threadStacks)
  note(threads.length - kept.length, say.threads)
  return kept
}

function clippedText(exception: NormalizedException): NormalizedException {
  const { value } = exception
  return value === undefined ? exception : { ...exception, value: clipped(value) }
}

/** Limits the values that applications add in any amount. */
function boundValues(payload: NormalizedEvent, note: Note): Partial<NormalizedEvent> {
  let contexts = limits.contexts
  let count = 0
  function bound<T extends Record<string, unknown>>(values: T): T {
    const kept = Object.entries(values).filter(([name, value]) => {
      const size = sizeOf(value) + name.length
      const fits = size <= limits.values && contexts >= size
      if (fits) contexts -= size
      else count += 1
      return fits
    })
    return Object.fromEntries(kept) as T // The new object has fewer of the same members.
  }
  const { message, user, request, extra } = payload
  const bounded: Partial<NormalizedEvent> = {
    ...(message === undefined ? {} : { message: clipped(message) }),
    ...(user === undefined ? {} : { user: bound(user) }),
    ...(request === undefined ? {} : { request: bound({ ...request }) }),
    contexts: Object.fromEntries(
      Object.entries(payload.contexts).map(([name, values]) => [name, bound(values)]),
    ),
    extra: bound(extra),
  }
  if (bounded.request !== undefined) bounded.request.headers ??= [] // The headers themselves may have been too large.
  note(count, say.values)
  return bounded
}

function firstWithin<T>(items: readonly T[], characters: number): T[] {
  let left = characters
  const end = items.findIndex((item) => {
    left -= sizeOf(item)
    return left < 0
  })
  return items.slice(0, end === -1 ? items.length : end)
}

function lastWithin<T>(items: readonly T[], characters: number): T[] {
  return firstWithin(items.toReversed(), characters).toReversed()
}

function clipped(text: string): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text - 1).toWellFormed()}…`
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}
