import type { Level } from './event.ts'
import type { Captured, EventHint, Reporter } from './reporter.ts'

/** Reports a message. The level is the scope's, if absent, or `info`. */
export const captureMessage = (
  { capture }: Pick<Reporter, 'capture'>,
  message: string,
  level?: Level,
  hint?: EventHint,
): Captured => capture({ level, ...hint }, () => ({ message, level: 'info' }))
