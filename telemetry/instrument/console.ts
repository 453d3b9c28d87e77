import { formatValue } from '../errors/normalize.ts'
import type { RecordBreadcrumb } from '../scope/scoped-telemetry.ts'
import { wrapMethod } from './wrap.ts'

type Print = (...args: unknown[]) => void

const levels = ['debug', 'info', 'log', 'warn', 'error'] as const

/** Records a breadcrumb for every printed line. Stops when `signal` aborts. */
export function observeConsole(
  target: Record<(typeof levels)[number], Print>,
  record: RecordBreadcrumb,
  signal?: AbortSignal,
): void {
  let recording = false // A value's own `toJSON` may print, which would repeat for ever.
  for (const name of levels) {
    const around = (print: () => void, args: unknown[]): void => {
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
    }
    wrapMethod(target, name, around, signal)
  }
}
