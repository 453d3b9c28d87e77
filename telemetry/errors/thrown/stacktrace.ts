import { limits } from '../../limits.ts'

/** A frame of https://develop.sentry.dev/sdk/data-model/event-payloads/stacktrace/ */
export interface StackFrame {
  function?: string | undefined
  /** On a server relative to the application's root, where it lies below one. */
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
  /** What errors of the platform carry beside their message, and what foreign digests are found by. */
  dataKeys?: string[] | undefined
  /** Finishes a frame in the ways of a platform: see node/frames.ts. */
  finishFrame?: ((frame: StackFrame) => StackFrame) | undefined
}

/**
 * The frames of an `error.stack`, outermost call first as on the wire. Reads V8's (Node, Chrome),
 * Firefox's and Safari's text, and makes nothing of lines that are none of them. `message` is left
 * out before: it may span lines, and must not be able to pose as frames.
 */
export function parseStack(stack: string, message = '', { finishFrame }: StackOptions = {}): StackFrame[] {
  const notOurs =
    /[\\/]node_modules[\\/]|^(node:|native$|index |<anonymous>$|[a-z-]*extension:)|native code|wasm(:|-function)/
  const frames: StackFrame[] = []
  const text = stack.slice(0, limits.stackLength)
  const start = `${text}\n`.indexOf(`${message}\n`)
  // V8 alone begins with `Type: message`; anywhere else the message's text stands by coincidence.
  const beginsWithMessage = /^([^\n@]*: )?$/.test(text.slice(0, start))
  for (const line of text.slice(beginsWithMessage ? start + message.length : 0).split('\n')) {
    if (line.length > limits.lineLength) continue
    const [, name, path = '', lineno, colno] =
      line
        // Firefox and Safari first become as V8: `async*load@https://a.example/b.js:1:2`, `[native code]`. No
        // frame of theirs can be a message's text, for they leave it out.
        .replace(
          /^(?!\s*at )(?:[^@:*]*\*)*([^@:*]*?)(?:\/<){0,9}@(.*)|^([a-z-]+:\/\/\S+:\d+:\d+|\[native code\])$/,
          'at $1 ($2$3)',
        )
        // Evaluated code stands where it was evaluated, as in
        // `eval at run (https://a.example/b.js:1:2), <anonymous>:1:1`, `https://a.example/b.js line 5 > eval:1:1`;
        // by a browser's driver in no file, `eval at evaluate (:370:30), <anonymous>:1:1`: then it has its own place.
        .replace(/eval at (?:.* \()?(?:([^:][^,]*?:\d+:\d+)|.*, (.*))?.*/s, '$1$2')
        .replace(/ line (\d+) > .*/, ':$1')
        // What it looks for stands in one place at most: it would backtrack over lines made up for that.
        .match(/^\s*at (?:async )?(?:([^(]*) \()?(.*?)(?::(\d+))?(?::(\d+))?\)?$/) ?? []
    // Without a line it is a frame only where it names what has none; anything else is a message's text.
    const in_app = !notOurs.test(path)
    if (!lineno && in_app) continue
    // An inline script's file is its page's address, whose query and fragment may hold secrets.
    const abs_path = path.replace(/^(data:[^,]*|[^/]+:\/\/[^?#]*).*/, '$1')
    const frame = {
      function: name || undefined,
      filename: abs_path,
      abs_path,
      lineno: +(lineno as string) || undefined, // none is NaN, and no editor counts from 0
      colno: +(colno as string) || undefined,
      in_app,
    }
    frames.push(finishFrame?.(frame) ?? frame)
  }
  // Both ends tell: how it began, and where it broke. What recursion repeats lies between. Less than none is none.
  frames.splice(limits.frames / 2, frames.length - limits.frames)
  return frames.reverse()
}
