import type { Captured, EventHint, Reporter } from '../transport/reporter.ts'
import type { Level } from './level.ts'
import { stackHere } from './thrown/stack-here.ts'
import { parseStack } from './thrown/stacktrace.ts'

/** Reports a message. The default level is the scope's, or else `info`. Its stack leaves out `below`. */
export function captureMessage(
  { capture }: Pick<Reporter, 'capture'>,
  message: string,
  level?: Level,
  hint?: EventHint,
  below: (...values: never[]) => unknown = captureMessage,
): Captured {
  const stack = stackHere(below)
  return capture({ level, ...hint }, (options) => {
    const frames = parseStack(stack, '', options)
    return { message, level: 'info', ...(frames[0] && { stacktrace: { frames } }) }
  })
}
