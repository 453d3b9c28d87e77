import { clipText } from '#renderer/format/format.ts'
import type { NormalizedException } from '#server/processing/event.ts'

/** These say no more than that one exception caused another. */
const PLAIN = new Set(['cause', '__cause__', 'InnerException'])

/** Where an exception is in the one above it: `errors[1]`, `__context__`. Undefined if it is just its cause. */
export function ownSource({ mechanism }: NormalizedException): string | undefined {
  const source = mechanism?.source
  return source === undefined || PLAIN.has(source) ? undefined : clipText(source, 60)
}
