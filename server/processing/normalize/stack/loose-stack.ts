import type { NormalizedException } from '#server/processing/event.ts'
import { isObject, type JsonObject, listOf } from '#server/processing/normalize/untrusted.ts'
import { parseStacktrace, type StackSource } from './stacktrace.ts'
import { failedThread } from './threads.ts'

/**
 * A stack that stands beside the exceptions: of a message in JavaScript SDKs up to 6 and in raven (`stacktrace`), of
 * native and JVM crashes (`threads`). It belongs to the outermost exception or, as in newer SDKs, to one without type.
 */
export function withLooseStack(
  exceptions: NormalizedException[],
  event: JsonObject,
  { message, ...source }: StackSource & { message: string | undefined },
): NormalizedException[] {
  if (event.stacktrace === undefined && event.threads === undefined) return exceptions
  if (exceptions.some(({ stacktrace }) => stacktrace)) return exceptions
  const stacktrace =
    parseStacktrace(event.stacktrace, source) ??
    parseStacktrace(failedThread(listOf(event.threads).filter(isObject))?.stacktrace, source)
  if (!stacktrace) return exceptions
  const outermost = exceptions.at(-1) ?? (message === undefined ? {} : { value: message })
  return [...exceptions.slice(0, -1), { ...outermost, stacktrace }]
}
