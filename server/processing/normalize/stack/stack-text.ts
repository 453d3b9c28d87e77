import { parseStack } from '#telemetry/errors/thrown/stacktrace.ts'

/** How a language prints one frame, and at which end of the text the failure stands. */
interface Notation {
  frame: RegExp
  isInnermostFirst: boolean
  /** The text after the stack, not before it, says what failed. */
  isMessageLast?: true
}

const NOTATIONS: readonly Notation[] = [
  {
    frame: /^ *File "(?<filename>(?:(?!").)+)", line (?<lineno>\d+), in (?<function>.+)$/gm, // Python
    isInnermostFirst: false,
    isMessageLast: true,
  },
  {
    frame:
      /^[ \t]*at (?:[\w.-]+\/+)?(?<module>[\w.$]+)\.(?<function>[\w$<>]+)\((?<filename>[\w$]+\.\w+)(?::(?<lineno>\d+))?\)/gm, // Java
    isInnermostFirst: true,
  },
  {
    frame:
      /^#\d+ (?<filename>(?:(?!\().)+)\((?<lineno>\d+)\): (?<function>[\w\\{}]+(?:(?:->|::)[\w{}]+)?)\(/gm, // PHP
    isInnermostFirst: true,
  },
  {
    frame:
      /^[ \t]*(?:from )?(?<filename>[^\s:]+\.(?:rb|erb)):(?<lineno>\d+):in [`'](?<function>(?:(?!').)+)'/gm, // Ruby
    isInnermostFirst: true,
  },
  {
    frame: /^(?<function>[\w./*()-]+)\((?:(?!\().)*\)\n\t(?<filename>\S+\.go):(?<lineno>\d+)/gm, // Go
    isInnermostFirst: true,
  },
  {
    frame:
      /^[ \t]*at (?<module>[\w.`+]+)\.(?<function>[\w<>`[\], |]+)\((?:(?!\)).)*\) in (?<filename>.+):line (?<lineno>\d+)/gm, // .NET
    isInnermostFirst: true,
  },
]

const LONGEST_TEXT = 32_000
const LONGEST_LINE = 1_000

/** A stack that was sent as its text: the frames from the outermost on, and what stands around them. */
export function parseStackText(given: string): { frames: object[]; message: string } | undefined {
  if (!given.includes('\n') && !/:\d+/.test(given)) return undefined
  const lines = given.slice(0, LONGEST_TEXT).split(/\r?\n/)
  const text = lines.filter((line) => line.length <= LONGEST_LINE).join('\n')
  const outermost = outermostOnly(text)
  for (const { frame, isInnermostFirst, isMessageLast } of NOTATIONS) {
    const matches = [...outermost.matchAll(frame)]
    const [first] = matches
    const last = matches.at(-1)
    if (!first || !last) continue
    const frames = matches.map(({ groups }) => ({ ...groups, lineno: Number(groups?.lineno) || undefined }))
    const after = text.slice(last.index + last[0].length).trim()
    const message = isMessageLast ? (after.split('\n').at(-1) ?? '') : text.slice(0, first.index)
    return { frames: isInnermostFirst ? frames.reverse() : frames, message: message.trim() }
  }
  return parseScriptStack(text)
}

/** Of a Java stack with causes, its own frames. */
function outermostOnly(text: string): string {
  const cause = text.search(/^[ \t]*Caused by: /m)
  return cause > 0 ? text.slice(0, cause) : text
}

/** Hermes without a source map gives the address in the bytecode. */
function parseScriptStack(given: string): { frames: object[]; message: string } | undefined {
  const text = given.replaceAll('(address at ', '(')
  const start = text.search(/^[ \t]*at |^(?:(?!@).)*@\S+:\d/m)
  if (start === -1) return undefined
  const frames = parseStack(text.slice(start))
  // Where it is said that a place is somebody else's, the text itself said so.
  const told = frames.map(({ in_app, ...frame }) => (in_app ? frame : { ...frame, in_app }))
  return frames.length === 0 ? undefined : { frames: told, message: text.slice(0, start).trim() }
}
