import { clipText } from '#renderer/format/format.ts'
import { threads as say } from '#renderer/texts/issues/event.ts'
import type { NormalizedEvent, NormalizedThread } from '#server/processing/event.ts'

/**
 * Splits off the thread of the error if its stack is shown with the exception, and lists the threads to
 * show beside it.
 */
export function splitThreads({ threads = [], exception }: Pick<NormalizedEvent, 'threads' | 'exception'>): {
  failed: NormalizedThread | undefined
  others: readonly NormalizedThread[]
} {
  const [first] = threads
  if (first?.failed !== true || exception.values.length === 0) return { failed: undefined, others: threads }
  // A thread with its own stack says something that the exception does not.
  return { failed: first, others: first.stacktrace === undefined ? threads.slice(1) : threads }
}

/** The thread's name, such as `http-nio-8080-exec-3`, or what identifies it instead. */
export function threadText({ name, id }: NormalizedThread): string {
  return name === undefined ? say.unnamed(clipText(id ?? '?', 40)) : clipText(name, 120)
}

/** Turns a platform's notation of a state into words: `TIMED_WAITING`, `WaitSleepJoin`. */
export function stateText(state: string): string {
  return clipText(state, 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
}
