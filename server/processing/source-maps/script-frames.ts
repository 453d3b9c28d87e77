import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'

/**
 * The frames that a source map may explain: of all exceptions, from the innermost on, then of the threads, the one that
 * failed first; of each stack the innermost call first.
 */
export function listScriptFrames(event: NormalizedEvent, most: number): NormalizedFrame[] {
  const found: NormalizedFrame[] = []
  if (event.platform !== 'javascript' && event.platform !== 'node') return found
  for (const { stacktrace } of [...event.exception.values.toReversed(), ...(event.threads ?? [])]) {
    const frames = stacktrace?.frames ?? []
    for (let index = frames.length - 1; index >= 0; index--) {
      const frame = frames[index]
      if (frame === undefined || !isOfScript(frame, event)) continue
      if (found.length === most) return found
      found.push(frame)
    }
  }
  return found
}

/**
 * Whether a bundler made its script: one with a debug id, or one that looks like it. A server's frames with lines of code
 * were mapped before they were sent, or were never bundled, like the files of its packages.
 */
export function isOfScript(
  frame: NormalizedFrame,
  { platform, debug_images }: Pick<NormalizedEvent, 'platform' | 'debug_images'>,
): boolean {
  if (frame.lineno === undefined || frame.lineno < 1) return false
  const file = scriptOf(frame)
  if (!/^(?:https?|app|file|capacitor):|[^?#]\.(?:js|mjs|cjs|bundle|jsbundle)(?:[?#]|$)/i.test(file))
    return false
  if (debug_images?.some(({ code_file }) => code_file === file)) return true
  if (/^(?!https?:).*[\\/]node_modules[\\/]/s.test(file)) return false
  return platform === 'javascript' || (frame.context_line === undefined && !/^(?:node|internal):/.test(file))
}

/** The script's address, as debug images say it too. */
export function scriptOf({ abs_path, filename }: NormalizedFrame): string {
  return abs_path ?? filename ?? ''
}
