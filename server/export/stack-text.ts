import type { NormalizedException, NormalizedFrame, NormalizedThread } from '#server/processing/event.ts'
import { type ExceptionNode, exceptionTree } from '#server/processing/stack/exception-tree.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import { toPlainLine, toPlainText, toValueText } from './plain-text.ts'

const MESSAGE_CHARACTERS = 10_000
const NAME_CHARACTERS = 300
const LINE_CHARACTERS = 240
const REASON_CHARACTERS = 1_000

/**
 * Exceptions as engines print them: the outermost with its calls, the latest first, and what caused it below. The members of a
 * group are indented, each with its place in the group.
 */
export function formatStack(
  exceptions: readonly NormalizedException[],
  { withCode = false }: { withCode?: boolean } = {},
): string {
  const tree = exceptionTree(exceptions)
  if (tree !== null) return formatTree(tree, exceptions, withCode).join('\n\n')
  return exceptions
    .toReversed()
    .map((exception, index) => (index === 0 ? '' : 'Caused by: ') + formatException(exception, withCode))
    .join('\n\n')
}

const DEEPEST_INDENT = 6

function formatTree(
  tree: ExceptionNode,
  exceptions: readonly NormalizedException[],
  withCode: boolean,
): string[] {
  function format(node: ExceptionNode, depth: number, before: string): string[] {
    const exception = exceptions[node.index] ?? {}
    const isCause = node.below.length === 1 && exception.mechanism?.is_exception_group !== true
    const below = node.below.flatMap((each) => {
      const source = exceptions[each.index]?.mechanism?.source ?? 'Member'
      return isCause
        ? format(each, depth, 'Caused by: ')
        : format(each, depth + 1, `${toPlainLine(source, NAME_CHARACTERS)}: `)
    })
    const indent = '    '.repeat(Math.min(depth, DEEPEST_INDENT))
    return [indented(before + formatException(exception, withCode), indent), ...below]
  }
  return format(tree, 0, '')
}

function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent)
}

/** A thread's name and state, and its latest calls. */
export function formatThread(thread: NormalizedThread, mostFrames: number): string {
  const { name, id = '?', state, crashed, main, stacktrace } = thread
  const states = [state, crashed && 'crashed', main && 'main'].filter((one) => typeof one === 'string')
  const frames = (stacktrace?.frames ?? []).toReversed()
  const shown = frames.slice(0, mostFrames).map((frame) => formatFrame(frame, false))
  const more = frames.length > shown.length ? [`    (${frames.length - shown.length} outer frames)`] : []
  const title = toPlainLine(name ?? `thread ${id}`, NAME_CHARACTERS)
  const inState = states.length === 0 ? '' : ` (${toPlainLine(states.join(', '), NAME_CHARACTERS)})`
  return [title + inState, ...shown, ...more].join('\n')
}

function formatException(
  { type, value, module, mechanism, stacktrace }: NormalizedException,
  withCode: boolean,
): string {
  const name = toPlainLine(type ?? 'Thrown value', NAME_CHARACTERS)
  const message = clipped(toPlainText(value ?? ''), MESSAGE_CHARACTERS)
  const told = new Set<string>()
  const frames = (stacktrace?.frames ?? [])
    .toReversed()
    .flatMap((frame) => [formatFrame(frame, withCode), ...(withCode ? reasonOf(frame, told) : [])])
  const from = module && `    (module ${toPlainLine(module, NAME_CHARACTERS)})`
  const meta = mechanism?.meta && `    (${toPlainLine(toValueText(mechanism.meta), REASON_CHARACTERS)})`
  return [
    message === '' ? name : `${name}: ${message}`,
    ...[from, meta].filter((line) => line !== undefined && line !== ''),
    ...frames,
  ].join('\n')
}

/** Why a frame has no source, or no code, once for each reason, or only a likely one. */
function reasonOf({ mapping }: NormalizedFrame, told: Set<string>): string[] {
  if (mapping?.isMapped && mapping.by === 'file name') return ['      (found by the file name alone)']
  const explanation = mapping?.explanation
  if (explanation === undefined || told.has(explanation.problem)) return []
  told.add(explanation.problem)
  const { problem, remedy, command } = explanation
  const reason = [problem, remedy, command].filter((part) => part !== null).join(' ')
  return [`      (${toPlainLine(reason, REASON_CHARACTERS)})`]
}

function formatFrame(frame: NormalizedFrame, withCode: boolean): string {
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? frame.package ?? 'unknown file'
  const place = [toPlainLine(file, NAME_CHARACTERS), frame.lineno, frame.lineno && frame.colno]
  const where = place.filter((part) => part !== undefined).join(':')
  const line = `    at ${toPlainLine(frame.function ?? frame.instruction_addr ?? '(anonymous)', NAME_CHARACTERS)} (${where})`
  if (!withCode) return line
  const isOwn = isOwnFrame(frame)
  const code = isOwn ? codeOf(frame) : []
  return [isOwn ? `${line} [in app]` : line, ...code].join('\n')
}

/** The line that failed is marked; its neighbours stand around it. */
function codeOf({ lineno, pre_context = [], context_line, post_context = [] }: NormalizedFrame): string[] {
  if (context_line === undefined) return []
  return [...pre_context, context_line, ...post_context].map((text, index) => {
    const isFailing = index === pre_context.length
    const number = lineno === undefined ? '' : String(lineno - pre_context.length + index)
    const code = clipped(toPlainText(text).replaceAll('\n', ' '), LINE_CHARACTERS)
    return `      ${isFailing ? '>' : ' '} ${number.padStart(5)} | ${code}`
  })
}

function clipped(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).toWellFormed()}…`
}
