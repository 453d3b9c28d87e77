import { formatValue } from '../normalize.ts'
import type { RecordBreadcrumb } from '../scoped-telemetry.ts'
import { stopAll, wrapMethod } from './wrap.ts'

type Print = (...args: unknown[]) => void

const levels = ['debug', 'info', 'log', 'warn', 'error'] as const

/** A breadcrumb for every line that is printed. Returns what stops it. */
export function observeConsole(
  target: Record<(typeof levels)[number], Print>,
  record: RecordBreadcrumb,
): () => void {
  let recording = false // a value's own `toJSON` may print, and would print for ever
  return stopAll(
    ...levels.map((name) =>
      wrapMethod(target, name, (print, args) => {
        if (!recording) {
          recording = true
          record({
            category: 'console',
            level: name === 'log' ? 'info' : name === 'warn' ? 'warning' : name,
            message: args.slice(0, 20).map(formatValue).join(' '),
          })
          recording = false
        }
        print()
      }),
    ),
  )
}
