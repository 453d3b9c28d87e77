import { limits } from '../../limits.ts'

/** A frame as in https://develop.sentry.dev/sdk/data-model/event-payloads/stacktrace/ */
export interface StackFrame {
  function?: string | undefined
  /** On a server the path is relative to the application's root, if it is below it. */
  filename?: string | undefined
  abs_path?: string | undefined
  lineno?: number | undefined
  colno?: number | undefined
  in_app: boolean
  pre_context?: string[]
  context_line?: string
  post_context?: string[]
}

export interface StackOptions {
  /**
   * The names of fields of platform errors that are reported with the message, and in which foreign
   * digests are found.
   */
  dataKeys?: string[] | undefined
  /** Completes a frame for a platform (node/frames.ts). */
  finishFrame?: ((frame: StackFrame) => StackFrame) | undefined
}

/**
 * Parses the frames of an `error.stack`, with the outermost call first as on the wire. It reads the
 * formats of V8 (Node, Chrome), Firefox and Safari, and ignores other lines. `message` is removed first,
 * because it may have several lines and must not be taken for frames.
 */
export function parseStack(stack: string, message = '', { finishFrame }: StackOptions = {}): StackFrame[] {
  const notOurs =
    /[\\/]node_modules[\\/]|^(node:|native$|index |<anonymous>$|[a-z-]*extension:)|native code|wasm(:|-function)/
  const frames: StackFrame[] = []
  const text = stack.slice(0, limits.stackLength)
  const start = `${text}\n`.indexOf(`${message}\n`)
  // Only V8 begins with `Type: message`. Anywhere else the same text is a coincidence.
  const beginsWithMessage = /^([^\n@]*: )?$/.test(text.slice(0, start))
  for (const line of text.slice(beginsWithMessage ? start + message.length : 0).split('\n')) {
    if (line.length > limits.lineLength) continue
    const [, name, path = '', lineno, colno] =
      line
        // The formats of Firefox and Safari are converted to V8's: `async*load@https://a.example/b.js:1:2`,
        // `[native code]`. Their stacks never contain the message, so no frame can be a part of it.
        .replace(
          /^(?!\s*at )(?:[^@:*]*\*)*([^@:*]*?)(?:\/<){0,9}@(.*)|^([a-z-]+:\/\/\S+:\d+:\d+|\[native code\])$/,
          'at $1 ($2$3)',
        )
        // Evaluated code has the position where it was evaluated, as in `eval at run
        // (https://a.example/b.js:1:2), <anonymous>:1:1` or `https://a.example/b.js line 5 > eval:1:1`. Code
        // that a browser's driver evaluates belongs to no file, as in `eval at evaluate (:370:30),
        // <anonymous>:1:1`, and keeps its own position.
        .replace(/eval at (?:.* \()?(?:([^:][^,]*?:\d+:\d+)|.*, (.*))?.*/s, '$1$2')
        .replace(/ line (\d+) > .*/, ':$1')
        // The pattern can start in only one place, because lines made up against it would otherwise cause
        // backtracking.
        .match(/^\s*at (?:async )?(?:([^(]*) \()?(.*?)(?::(\d+))?(?::(\d+))?\)?$/) ?? []
    // Without a line number it is only a frame if it names code that has none. Anything else is the text of
    // a message.
    const in_app = !notOurs.test(path)
    if (!lineno && in_app) continue
    // The file of an inline script is its page's address, whose query and fragment may contain secrets.
    const abs_path = path.replace(/^(data:[^,]*|[^/]+:\/\/[^?#]*).*/, '$1')
    const frame = {
      function: name || undefined,
      filename: abs_path,
      abs_path,
      lineno: +(lineno as string) || undefined, // A missing number is NaN, and no editor counts from 0.
      colno: +(colno as string) || undefined,
      in_app,
    }
    frames.push(finishFrame?.(frame) ?? frame)
  }
  // Keeps both ends, because they tell how it began and where it failed. What recursion repeats is in
  // between. A negative count keeps none.
  frames.splice(limits.frames / 2, frames.length - limits.frames)
  return frames.reverse()
}
