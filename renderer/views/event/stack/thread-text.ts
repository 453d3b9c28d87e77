import { clipText } from '#renderer/format/format.ts'
import { threads as say } from '#renderer/texts/issues/event.ts'
import type { NormalizedEvent, NormalizedThread } from '#server/processing/event.ts'

/** The thread that the event is about, if its stack is shown as the exception's; and all that are to be shown beside. */
export function splitThreads({ threads = [], exception }: Pick<NormalizedEvent, 'threads' | 'exception'>): {
  failed: NormalizedThread | undefined
  others: readonly NormalizedThread[]
} {
  const [first] = threads
  if (first?.failed !== true || exception.values.length === 0) return { failed: undefined, others: threads }
  // one with a stack of its own says something that the exception does not
  return { failed: first, others: first.stacktrace === undefined ? threads.slice(1) : threads }
}

/** `http-nio-8080-exec-3`, or what is known instead of its name. */
export function threadText({ name, id }: NormalizedThread): string {
  return name === undefined ? say.unnamed(clipText(id ?? '?', 40)) : clipText(name, 120)
}

/** The words of a state, whatever the platform's way to write them: `TIMED_WAITING`, `WaitSleepJoin`. */
export function stateText(state: string): string {
  return clipText(state, 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
}
