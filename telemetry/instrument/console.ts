import type { Level } from '../event.ts'
import { formatValue } from '../normalize.ts'
import type { RecordBreadcrumb } from '../telemetry.ts'
import { wrapMethod } from './wrap.ts'

const levels = { debug: 'debug', info: 'info', log: 'info', warn: 'warning', error: 'error' } as const

type ConsoleLike = Record<keyof typeof levels, (...args: unknown[]) => void>

/** A breadcrumb for every line that is printed. Returns what stops it. */
export function observeConsole(target: ConsoleLike, record: RecordBreadcrumb): () => void {
  let recording = false // a value's own `toJSON` may print, and would print for ever
  const note = (level: Level, args: unknown[]): void => {
    if (recording) return
    recording = true
    try {
      record({ category: 'console', level, message: args.slice(0, 20).map(formatValue).join(' ') })
    } finally {
      recording = false
    }
  }
  // `keys` widens to text; these are the keys of the table above.
  const names = Object.keys(levels) as (keyof typeof levels)[]
  const stops = names.map((name) =>
    wrapMethod(target, name, (print, isActive) => {
      return function (this: unknown, ...args: unknown[]): void {
        if (isActive()) note(levels[name], args)
        print.apply(this, args)
      }
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
