import type { TelemetryAdapter } from '../adapter.ts'
import type { TelemetryEvent } from '../event.ts'
import { originalOf } from '../instrument/wrap.ts'
import type { StackFrame } from '../stacktrace.ts'

/** Says each event in one line, its stack below it. `write` takes the whole text. */
export function createConsoleAdapter(write?: (text: string) => void): TelemetryAdapter {
  // Past any wrapper of ours: what is printed here must not become a breadcrumb.
  const print = write ?? ((text: string) => originalOf(console.error).call(console, text))
  return {
    name: 'console',
    deliver(item) {
      print(formatEvent(item.payload))
    },
    flush: async () => true,
    close: async () => true,
  }
}

function formatEvent(event: TelemetryEvent): string {
  const outermost = event.exception?.values.at(-1)
  const what = outermost ? `${outermost.type}: ${outermost.value}` : (event.message ?? '')
  const digest = event.contexts?.error?.digest
  const codes = `${digest ? `digest ${String(digest)}, ` : ''}event ${event.event_id}`
  // On the wire the outermost call and the oldest cause come first; people read them last.
  const stacks = (event.exception?.values ?? []).toReversed().map((exception, index) => {
    const frames = (exception.stacktrace?.frames ?? []).toReversed().map(formatFrame)
    return index === 0 ? frames : [`  caused by ${exception.type}: ${exception.value}`, ...frames]
  })
  return [`[${event.level}] ${what} (${codes})`, ...stacks.flat()].map(oneLine).join('\n')
}

function formatFrame(frame: StackFrame): string {
  const place = [frame.abs_path ?? frame.filename, frame.lineno, frame.colno]
  return `    at ${frame.function ?? '(anonymous)'} (${place.filter((part) => part !== undefined).join(':')})`
}

/** A message may come from a stranger: it must not forge a line of the log, nor steer the terminal. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
