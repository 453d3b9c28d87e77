import type { NormalizedEvent } from '#server/processing/event.ts'
import { rememberStack } from '#server/processing/grouping/frames.ts'

type Stack = NormalizedEvent['exception']['values'][number]['stacktrace']

/** All stacks of an event, apart from it: many events share them. */
export interface Stacks {
  exceptions: Stack[]
  threads: Stack[]
}

/** Takes an event's stacks, which are read once from now on. */
export function stacksOf({ exception, threads = [] }: NormalizedEvent): Stacks {
  const stacks = {
    exceptions: exception.values.map(({ stacktrace }) => stacktrace),
    threads: threads.map(({ stacktrace }) => stacktrace),
  }
  for (const stack of stacks.exceptions) if (stack) rememberStack(stack)
  return stacks
}

/** The event with other stacks, as many as it has. */
export function withStacks(event: NormalizedEvent, { exceptions, threads }: Stacks): NormalizedEvent {
  return {
    ...event,
    exception: { values: event.exception.values.map((one, index) => withStack(one, exceptions[index])) },
    ...(event.threads
      ? { threads: event.threads.map((thread, index) => withStack(thread, threads[index])) }
      : {}),
  }
}

function withStack<Owner extends { stacktrace?: Stack }>(owner: Owner, stacktrace: Stack): Owner {
  return stacktrace ? { ...owner, stacktrace } : owner
}

/** All that decides what stacks are read as and mapped to, as one text. */
export function stacksKey({
  platform,
  release,
  dist,
  debug_images,
  exception,
  threads,
}: NormalizedEvent): string {
  return JSON.stringify([
    ...[platform, release, dist, debug_images],
    ...exception.values.flatMap(({ type, stacktrace }) => [type, stacktrace]),
    threads?.map(({ stacktrace }) => stacktrace),
  ])
}
