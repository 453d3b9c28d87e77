import { limits } from './limits.ts'

/** A frame of https://develop.sentry.dev/sdk/data-model/event-payloads/stacktrace/ */
export interface StackFrame {
  function?: string
  /** Relative to the application's root, where it lies below one. */
  filename?: string
  abs_path?: string
  lineno?: number
  colno?: number
  in_app: boolean
  pre_context?: string[]
  context_line?: string
  post_context?: string[]
}

/** `appRoot` is a directory or an origin: `/srv/shop` or `https://shop.example`. */
export interface StackOptions {
  appRoot?: string | undefined
}

// Two patterns, tried by the line's last character: one for both would backtrack over made-up lines.
const v8NamedFrame = /^\s*at (?:async )?(.*?) \((.*)\)$/
const v8BareFrame = /^\s*at (?:async )?(.*)$/
const geckoFrame = /^([^@]*)@(.*)$/
const location = /^(.*?):(\d+)(?::(\d+))?$/
const notOurs =
  /(?:^|[\\/])node_modules[\\/]|^node:|^internal\/|^native$|native code|^<anonymous>$|^wasm:|^[a-z-]*extension:/

/**
 * The frames of an `error.stack`, outermost call first as on the wire. Reads V8's (Node, Chrome),
 * Firefox's and Safari's text, and makes nothing of lines that are none of them. `message` is left
 * out before: it may span lines, and must not be able to pose as frames.
 */
export function parseStack(stack: string, message = '', options: StackOptions = {}): StackFrame[] {
  const frames: StackFrame[] = []
  for (const line of withoutMessage(stack.slice(0, limits.stackLength), message).split('\n')) {
    if (line.length > limits.lineLength) continue
    const frame = parseLine(line.trimEnd(), options)
    if (frame) frames.push(frame)
  }
  return cutMiddle(frames.reverse())
}

/** V8 alone begins with `Type: message`; anywhere else the message's text stands by coincidence. */
function withoutMessage(stack: string, message: string): string {
  const start = message === '' ? -1 : stack.indexOf(message)
  const isHeader = start >= 0 && /^(?:[^\n@]*: )?$/.test(stack.slice(0, start))
  const rest = stack.slice(start + message.length)
  return isHeader && /^(?:\n|$)/.test(rest) ? rest : stack
}

/** Both ends tell: how it began, and where it broke. What recursion repeats lies between. */
function cutMiddle(frames: StackFrame[]): StackFrame[] {
  if (frames.length <= limits.frames) return frames
  const half = limits.frames / 2
  return [...frames.slice(0, half), ...frames.slice(-half)]
}

function parseLine(line: string, options: StackOptions): StackFrame | undefined {
  const named = line.endsWith(')') ? v8NamedFrame.exec(line) : null
  if (named) return toFrame(named[1], named[2] ?? '', options)
  const bare = v8BareFrame.exec(line)
  if (bare) return toFrame(undefined, bare[1] ?? '', options)
  const gecko = geckoFrame.exec(line)
  if (gecko) return toFrame(geckoFunction(gecko[1] ?? ''), gecko[2] ?? '', options)
  // Safari leaves out the `@` of a frame without a name; anything else here is the message.
  return /^(?:https?|file):\/\/\S+:\d+:\d+$/.test(line) ? toFrame(undefined, line, options) : undefined
}

function toFrame(name: string | undefined, text: string, options: StackOptions): StackFrame | undefined {
  const place = placeOf(text)
  const isIndex = text.startsWith('index ') // `at async Promise.all (index 0)`
  if (!place.lineno && !isIndex && !notOurs.test(place.path)) return undefined
  const path = isIndex ? '<anonymous>' : absolutePath(place.path)
  return {
    ...(name ? { function: name } : {}),
    filename: relativePath(path, options.appRoot),
    abs_path: path,
    ...(place.lineno === undefined ? {} : { lineno: place.lineno }),
    ...(place.colno === undefined ? {} : { colno: place.colno }),
    in_app: !notOurs.test(path),
  }
}

function placeOf(text: string): { path: string; lineno?: number; colno?: number } {
  // Evaluated code stands at the place that evaluated it:
  // V8 `eval at run (https://a/b.js:1:2), <anonymous>:1:1`, Firefox `https://a/b.js line 5 > eval:1:1`.
  const v8Eval = /^eval at .*?\(((?:https?|file|node|\/)[^()]*:\d+:\d+)\)/.exec(text)
  const geckoEval = /^(\S+) line (\d+)(?: > \w+)+/.exec(text)
  const ownText = text.replace(/^eval at .*, /, '') // evaluated from nowhere, as a debugger does
  const match = location.exec(v8Eval?.[1] ?? (geckoEval ? `${geckoEval[1]}:${geckoEval[2]}` : ownText))
  if (!match) return { path: text }
  const lineno = Number(match[2])
  return { path: match[1] ?? '', lineno, ...(match[3] === undefined ? {} : { colno: Number(match[3]) }) }
}

/** Without query and fragment: an inline script's file is its page's address, and that may hold secrets. */
function absolutePath(path: string): string {
  if (!/^[a-z][a-z+.-]+:\/\//i.test(path)) return path
  const plain = path.replace(/[?#].*$/, '')
  if (!plain.startsWith('file://')) return plain
  const file = plain.slice('file://'.length).replace(/^\/(?=[a-z]:)/i, '')
  try {
    return decodeURIComponent(file)
  } catch {
    return file
  }
}

function relativePath(path: string, appRoot: string | undefined): string {
  if (!appRoot) return path
  const root = absolutePath(appRoot).replace(/[\\/]+$/, '')
  const isBelow = path.startsWith(root) && /^[\\/]./.test(path.slice(root.length))
  return isBelow ? path.slice(root.length + 1) : path
}

/** Firefox marks what it infers: `async*load`, `render/<`, `Shop.prototype.pay/</total`. */
function geckoFunction(name: string): string {
  return name.replace(/^(?:async|promise callback|setTimeout handler)\*/, '').replace(/(?:\/<)+$/, '')
}
