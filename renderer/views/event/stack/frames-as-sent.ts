import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'

/** The two forms of a stack that source maps changed, by address. */
export interface StackForms {
  mapped: string
  sent: string
  shown: 'mapped' | 'sent'
}

/** Says which form an address asks for, and where both are; undefined if no frame is mapped, since both are one then. */
export function stackForms(
  payload: NormalizedEvent,
  { pathname, searchParams }: URL,
): StackForms | undefined {
  if (!stacksOf(payload).some((frames) => frames.some(({ mapping }) => mapping?.isMapped))) return undefined
  const others = new URLSearchParams(searchParams)
  const shown = others.get('stack') === 'sent' ? 'sent' : 'mapped'
  others.delete('stack')
  const before = others.size === 0 ? '?' : `?${others}&`
  return {
    mapped: `${pathname}${others.size === 0 ? '' : `?${others}`}#stack`,
    sent: `${pathname}${before}stack=sent#stack`,
    shown,
  }
}

/** The event with all frames as the SDK sent them. */
export function asSent(payload: NormalizedEvent): NormalizedEvent {
  const withFrames = <Stack extends { stacktrace?: { frames: NormalizedFrame[] } }>(stack: Stack): Stack =>
    stack.stacktrace ? { ...stack, stacktrace: { frames: stack.stacktrace.frames.map(frameAsSent) } } : stack
  return {
    ...payload,
    exception: { values: payload.exception.values.map(withFrames) },
    ...(payload.threads ? { threads: payload.threads.map(withFrames) } : {}),
  }
}

function stacksOf({ exception, threads = [] }: NormalizedEvent): NormalizedFrame[][] {
  return [...exception.values, ...threads].map(({ stacktrace }) => stacktrace?.frames ?? [])
}

function frameAsSent(frame: NormalizedFrame): NormalizedFrame {
  const { mapping } = frame
  if (!mapping?.isMapped) return frame
  const { function: name, file, line, column, in_app, code } = mapping.sent
  const {
    mapping: _mapping,
    function: _function,
    colno: _column,
    pre_context: _before,
    context_line: _line,
    post_context: _after,
    ...rest
  } = frame
  return {
    ...rest,
    ...(name === null ? {} : { function: name }),
    ...(column === null ? {} : { colno: column }),
    ...code,
    filename: file,
    lineno: line,
    in_app,
  }
}
