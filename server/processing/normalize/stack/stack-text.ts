import { parseStack } from '#telemetry/errors/thrown/stacktrace.ts'

/** How a language prints one frame, and at which end of the text the failure stands. */
interface Notation {
  /** What an event with such a stack is of, where nothing else says so. */
  platform: string
  frame: RegExp
  isInnermostFirst: boolean
  /** The text after the stack, not before it, says what failed. */
  isMessageLast?: true
}

const NOTATIONS: readonly Notation[] = [
  {
    platform: 'python',
    frame: /^ *File "(?<filename>(?:(?!").)+)", line (?<lineno>\d+), in (?<function>.+)$/gm, // Python
    isInnermostFirst: false,
    isMessageLast: true,
  },
  {
    platform: 'java',
    frame:
      /^[ \t]*at (?:[\w.-]+\/+)?(?<module>[\w.$]+)\.(?<function>[\w$<>]+)\((?<filename>[\w$]+\.\w+)(?::(?<lineno>\d+))?\)/gm, // Java
    isInnermostFirst: true,
  },
  {
    platform: 'php',
    frame:
      /^#\d+ (?<filename>(?:(?!\().)+)\((?<lineno>\d+)\): (?<function>[\w\\{}]+(?:(?:->|::)[\w{}]+)?)\(/gm, // PHP
    isInnermostFirst: true,
  },
  {
    platform: 'ruby',
    frame:
      /^[ \t]*(?:from )?(?<filename>[^\s:]+\.(?:rb|erb)):(?<lineno>\d+):in [`'](?<function>(?:(?!').)+)'/gm, // Ruby
    isInnermostFirst: true,
  },
  {
    platform: 'go',
    frame: /^(?<function>[\w./*()-]+)\((?:(?!\().)*\)\n\t(?<filename>\S+\.go):(?<lineno>\d+)/gm, // Go
    isInnermostFirst: true,
  },
  {
    platform: 'csharp',
    frame:
      /^[ \t]*at (?<module>[\w.`+]+)\.(?<function>[\w<>`[\], |]+)\((?:(?!\)).)*\) in (?<filename>.+):line (?<lineno>\d+)/gm, // .NET
    isInnermostFirst: true,
  },
]

const LONGEST_TEXT = 32_000
const LONGEST_LINE = 1_000

interface ParsedText {
  frames: object[]
  message: string
  platform: string
}

/** A stack that was sent as its text: the frames from the outermost on, and what stands around them. */
export function parseStackText(given: string): ParsedText | undefined {
  if (!given.includes('\n') && !/:\d+/.test(given)) return undefined
  const lines = given.slice(0, LONGEST_TEXT).split(/\r?\n/)
  const text = lines.filter((line) => line.length <= LONGEST_LINE).join('\n')
  const outermost = outermostOnly(text)
  for (const { platform, frame, isInnermostFirst, isMessageLast } of NOTATIONS) {
    const matches = [...outermost.matchAll(frame)]
    const [first] = matches
    const last = matches.at(-1)
    if (!first || !last) continue
    const frames = matches.map(({ groups }) => ({ ...groups, lineno: Number(groups?.lineno) || undefined }))
    const after = text.slice(last.index + last[0].length).trim()
    const message = isMessageLast ? (after.split('\n').at(-1) ?? '') : text.slice(0, first.index)
    return { frames: isInnermostFirst ? frames.reverse() : frames, message: message.trim(), platform }
  }
  return parseScriptStack(text)
}

/** Of a Java stack with causes, its own frames. */
function outermostOnly(text: string): string {
  const cause = text.search(/^[ \t]*Caused by: /m)
  return cause > 0 ? text.slice(0, cause) : text
}

/** Hermes without a source map gives the address in the bytecode. */
function parseScriptStack(given: string): ParsedText | undefined {
  const text = given.replaceAll('(address at ', '(')
  const start = text.search(/^[ \t]*at |^(?:(?!@).)*@\S+:\d/m)
  if (start === -1) return undefined
  const frames = parseStack(text.slice(start))
  // Where it is said that a place is somebody else's, the text itself said so.
  const told = frames.map(({ in_app, ...frame }) => (in_app ? frame : { ...frame, in_app }))
  if (frames.length === 0) return undefined
  const isOfBrowser = frames.some(({ abs_path }) => abs_path !== undefined && /^https?:/.test(abs_path))
  return {
    frames: told,
    message: text.slice(0, start).trim(),
    platform: isOfBrowser ? 'javascript' : 'node',
  }
}
