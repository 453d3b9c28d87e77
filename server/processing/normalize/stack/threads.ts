import type { NormalizedException, NormalizedThread } from '#server/processing/event.ts'
import {
  defined,
  isObject,
  type JsonObject,
  listOf,
  parseText,
} from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseStacktrace, type StackSource } from './stacktrace.ts'

/** A server's pools have hundreds; most of them wait for work in the same place. */
const MOST_THREADS = 200

/**
 * What ran when it happened, the thread that failed first: https://develop.sentry.dev/sdk/data-model/event-payloads/threads/.
 * The failed one's stack is left out where the exceptions have it already.
 */
export function parseThreads(
  event: JsonObject,
  exceptions: readonly NormalizedException[],
  source: StackSource,
): NormalizedThread[] | undefined {
  const given = listOf(event.threads).filter(isObject)
  if (given.length === 0) return undefined
  if (given.length > MOST_THREADS)
    source.warnings.add(`threads: ${MOST_THREADS} of ${given.length} were kept`)
  const failed = threadOf(event, given)
  const others = given.filter((thread) => thread !== failed)
  const threads = [...(failed ? [failed] : []), ...others]
    .slice(0, MOST_THREADS)
    .map((thread) => parseThread(thread, { isFailed: thread === failed, ...source }))
  const [first] = threads
  if (first?.failed && exceptions.some((exception) => isSameStack(exception, first))) delete first.stacktrace
  const tellsMore = threads.some(({ name, stacktrace }) => name !== undefined || stacktrace !== undefined)
  return tellsMore ? threads : undefined
}

/** The one that the event is about. */
function threadOf({ exception }: JsonObject, threads: readonly JsonObject[]): JsonObject | undefined {
  const exceptions = listOf(exception).filter(isObject)
  // an exception that has its stack says at most which thread threw it
  if (!exceptions.some(({ stacktrace }) => isObject(stacktrace))) {
    const failed = failedThread(threads)
    if (failed) return failed
  }
  const id = exceptions.at(-1)?.thread_id ?? undefined
  return (
    threads.find(({ crashed }) => crashed === true) ??
    (id === undefined ? undefined : threads.find((thread) => thread.id === id)) ??
    threads.find(({ current }) => current === true)
  )
}

/** The one whose stack stands for the event where no exception has one. */
export function failedThread(threads: readonly JsonObject[]): JsonObject | undefined {
  const withStacks = threads.filter(({ stacktrace }) => isObject(stacktrace))
  return (
    withStacks.find(({ crashed }) => crashed === true) ??
    withStacks.find(({ current }) => current === true) ??
    (withStacks.length === 1 ? withStacks[0] : undefined)
  )
}

function parseThread(
  thread: JsonObject,
  { isFailed, ...source }: StackSource & { isFailed: boolean },
): NormalizedThread {
  const read = (name: 'id' | 'name' | 'state') =>
    parseText(thread[name], limits.nameChars, `thread ${name}`, source.warnings)
  return {
    ...defined({
      id: read('id'),
      name: read('name'),
      state: read('state'),
      failed: isFailed || undefined,
      crashed: thread.crashed === true || undefined,
      main: thread.main === true || undefined,
      stacktrace: parseStacktrace(thread.stacktrace, source),
    }),
  }
}

function isSameStack(exception: NormalizedException, { stacktrace }: NormalizedThread): boolean {
  return JSON.stringify(exception.stacktrace) === JSON.stringify(stacktrace)
}
