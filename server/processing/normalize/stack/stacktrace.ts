import type { NormalizedFrame } from '#server/processing/event.ts'
import { formatAddress, parseAddress } from '#server/processing/normalize/native/address.ts'
import type { Libraries } from '#server/processing/normalize/native/libraries.ts'
import { isSystemFrame } from '#server/processing/normalize/native/system-frames.ts'
import {
  cutText,
  isObject,
  type JsonObject,
  parseInteger,
  parseText,
  type Warnings,
} from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseFrameVariables } from './frame-variables.ts'
import { isInApp } from './in-app.ts'
import { parseStackText } from './stack-text.ts'

/** What a stack's own JSON does not say. */
export interface StackSource {
  platform: string
  libraries: Libraries
  warnings: Warnings
}

export function parseStacktrace(
  stacktrace: unknown,
  source: StackSource,
): { frames: NormalizedFrame[] } | undefined {
  const given =
    typeof stacktrace === 'string'
      ? parseStackText(stacktrace)?.frames
      : isObject(stacktrace) && stacktrace.frames
  if (!Array.isArray(given)) return undefined
  const frames = outerAndInner(given.filter(isObject), source.warnings)
  if (frames.length === 0) return undefined
  return { frames: frames.map((frame) => parseFrame(frame, source)) }
}

/** Both ends of a deep recursion are kept: how it was entered and what it was doing. */
function outerAndInner(frames: JsonObject[], warnings: Warnings): JsonObject[] {
  const { framesPerStack } = limits
  if (frames.length <= framesPerStack) return frames
  warnings.add(`stack: ${framesPerStack} of ${frames.length} frames were kept, from both ends`)
  return [...frames.slice(0, framesPerStack / 2), ...frames.slice(-framesPerStack / 2)]
}

type FrameText = 'function' | 'raw_function' | 'module' | 'package' | 'filename' | 'abs_path' | 'context_line'

function parseFrame(frame: JsonObject, { platform, libraries, warnings }: StackSource): NormalizedFrame {
  const { nameChars, urlChars, codeLineChars } = limits
  const read: Partial<NormalizedFrame> = {}
  const put = (key: FrameText, longest: number) => {
    const text = parseText(frame[key], longest, `frame ${key}`, warnings)
    if (text !== undefined) read[key] = text
  }
  put('function', nameChars)
  put('raw_function', nameChars)
  put('module', nameChars)
  put('package', urlChars)
  put('filename', urlChars)
  put('abs_path', urlChars)
  put('context_line', codeLineChars)
  const lineno = parseInteger(frame.lineno)
  if (lineno !== undefined) read.lineno = lineno
  const colno = parseInteger(frame.colno)
  if (colno !== undefined) read.colno = colno
  const before = parseLines(frame.pre_context, warnings)
  if (before) read.pre_context = before.slice(-limits.contextLines)
  const after = parseLines(frame.post_context, warnings)
  if (after) read.post_context = after.slice(0, limits.contextLines)
  const vars = parseFrameVariables(frame.vars, warnings)
  if (vars) read.vars = vars
  const told = typeof frame.in_app === 'boolean' ? frame.in_app : undefined
  const in_app = told ?? isInApp(read, platform)
  const address = parseAddress(frame.instruction_addr)
  if (address !== undefined) read.instruction_addr = formatAddress(address)
  const library = libraries.imageOf(read)?.code_file
  if (read.package === undefined && library !== undefined) read.package = library
  const ofFrame = typeof frame.platform === 'string' ? frame.platform : platform
  const isSystem = told === undefined && in_app && isSystemFrame(read, ofFrame)
  return isSystem ? { ...read, in_app, is_system: true } : { ...read, in_app }
}

function parseLines(lines: unknown, warnings: Warnings): string[] | undefined {
  if (!Array.isArray(lines) || lines.length === 0) return undefined
  return lines.map((line) =>
    typeof line === 'string' ? cutText(line, limits.codeLineChars, 'code line', warnings) : '',
  )
}
