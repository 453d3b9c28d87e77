import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import type { FrameMapping, SourceLines, UnmappedReason } from '#server/processing/frame-mapping.ts'
import { isInApp } from '#server/processing/normalize/stack/in-app.ts'
import { scriptOf } from './script-frames.ts'

/** Where the code of a frame came from, or why nobody knows. */
export type FrameSource = FoundSource | NoSource

export interface FoundSource {
  by: Extract<FrameMapping, { isMapped: true }>['by']
  /** Empty for a function without a name; undefined where the script was not read, so that nobody knows. */
  function: string | undefined
  path: string
  /** They count from one. */
  line: number
  column: number
  code: SourceLines
}

export interface NoSource {
  reason: UnmappedReason
  found: string | null
  expected: string | null
}

/**
 * Puts the sources into the frames that they were found for, and the reasons into those that have none. What was sent stays
 * in each frame's `mapping`.
 */
export function withSources(
  event: NormalizedEvent,
  sources: ReadonlyMap<NormalizedFrame, FrameSource>,
): NormalizedEvent {
  if (sources.size === 0) return event
  const toFrame = (frame: NormalizedFrame) => {
    const source = sources.get(frame)
    return source ? withSource(frame, source) : frame
  }
  const withFrames = <Stack extends { stacktrace?: { frames: NormalizedFrame[] } }>(stack: Stack): Stack =>
    stack.stacktrace ? { ...stack, stacktrace: { frames: stack.stacktrace.frames.map(toFrame) } } : stack
  return {
    ...event,
    exception: { values: event.exception.values.map(withFrames) },
    ...(event.threads ? { threads: event.threads.map(withFrames) } : {}),
  }
}

/** A bundle of the application has frames of libraries, which only their sources tell. */
export function isMappedInApp(frame: NormalizedFrame, source: FoundSource): boolean {
  return frame.in_app && isInApp({ filename: source.path }, 'javascript')
}

function withSource(frame: NormalizedFrame, source: FrameSource): NormalizedFrame {
  if ('reason' in source) {
    // Lines that the SDK sent are the source already, so nothing is missing.
    return frame.context_line === undefined ? { ...frame, mapping: { isMapped: false, ...source } } : frame
  }
  const { pre_context, context_line, post_context, function: sentFunction, ...rest } = frame
  const code = defined({ pre_context, context_line, post_context })
  return {
    ...rest,
    ...functionOf(sentFunction, source.function),
    filename: source.path,
    lineno: source.line,
    colno: source.column,
    in_app: isMappedInApp(frame, source),
    ...source.code,
    mapping: {
      isMapped: true,
      by: source.by,
      sent: {
        function: sentFunction ?? null,
        file: scriptOf(frame),
        line: frame.lineno ?? 0,
        column: frame.colno ?? null,
        in_app: frame.in_app,
        ...(Object.keys(code).length > 0 ? { code } : {}),
      },
    },
  }
}

/** Without a name of its own the function is anonymous, whatever the minifier called it. */
function functionOf(sent: string | undefined, named: string | undefined): { function?: string } {
  if (named !== undefined) return named === '' ? {} : { function: named }
  return sent === undefined ? {} : { function: sent }
}

function defined(lines: { [Name in keyof SourceLines]: SourceLines[Name] | undefined }): SourceLines {
  return Object.fromEntries(Object.entries(lines).filter(([, line]) => line !== undefined))
}
