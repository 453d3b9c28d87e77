import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { explainUnmapped, NO_SOURCE_TEXT } from '#server/processing/source-maps/explain-unmapped.ts'

/** Says in words why frames have no source or no code, with commands for the event's project. */
export function withExplanations(payload: NormalizedEvent, projectSlug: string): NormalizedEvent {
  const explain = (frame: NormalizedFrame): NormalizedFrame => {
    const { mapping } = frame
    if (mapping?.isMapped && frame.in_app && frame.context_line === undefined)
      return { ...frame, mapping: { ...mapping, explanation: NO_SOURCE_TEXT } }
    if (mapping === undefined || mapping.isMapped) return frame
    return { ...frame, mapping: { ...mapping, explanation: explainUnmapped(mapping, projectSlug) } }
  }
  const withFrames = <Stack extends { stacktrace?: { frames: NormalizedFrame[] } }>(stack: Stack): Stack =>
    stack.stacktrace ? { ...stack, stacktrace: { frames: stack.stacktrace.frames.map(explain) } } : stack
  return {
    ...payload,
    exception: { values: payload.exception.values.map(withFrames) },
    ...(payload.threads ? { threads: payload.threads.map(withFrames) } : {}),
  }
}
