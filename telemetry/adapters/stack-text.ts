import type { TelemetryEvent } from '../errors/event.ts'
import type { StackFrame } from '../errors/thrown/stacktrace.ts'

/** Formats stacks as people read them: what was thrown first, and the innermost call at the top. */
export function formatStacks(event: TelemetryEvent): string[] {
  // Events have the outermost call and the oldest cause first.
  const stacks = (event.exception?.values ?? []).toReversed().map((exception, index) => {
    const frames = (exception.stacktrace?.frames ?? []).toReversed().map(formatFrame)
    return index === 0 ? frames : [`  caused by ${exception.type}: ${exception.value}`, ...frames]
  })
  return stacks.flat()
}

function formatFrame(frame: StackFrame): string {
  const place = [frame.abs_path ?? frame.filename, frame.lineno, frame.colno]
  return `    at ${frame.function ?? '(anonymous)'} (${place.filter((part) => part !== undefined).join(':')})`
}
