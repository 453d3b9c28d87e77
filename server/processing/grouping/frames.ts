import type { NormalizedException, NormalizedFrame } from '#server/processing/event.ts'
import { stableFileName, stableModuleName } from './file-name.ts'
import { isMinified, stableFunctionName } from './function-name.ts'
import { rememberNames } from './remember-names.ts'

/** What of a frame decides. */
export interface FramePart {
  frame: NormalizedFrame
  /** `file:function`, of which both may be empty, but not together. */
  place: string
  /** The line of code, white space collapsed. */
  code: string
}

export interface StackReading {
  parts: FramePart[]
  ignored: { frame: NormalizedFrame; why: string }[]
  /** Whether a function or a line of code is named: files alone tell little. */
  isTelling: boolean
}

type Stack = NonNullable<NormalizedException['stacktrace']>

const remembered = new WeakMap<Stack, StackReading | undefined>()

/**
 * From now on this very stack is read once: it stands for equal stacks of many events, all of one platform and with exceptions
 * of one type, and nobody changes it.
 */
export function rememberStack(stack: Stack): void {
  if (!remembered.has(stack)) remembered.set(stack, undefined)
}

/** Only in-app frames count, unless there are none. A recursion counts as one round. */
export function parseStack(exception: NormalizedException, platform: string): StackReading {
  const { stacktrace } = exception
  if (stacktrace === undefined || !remembered.has(stacktrace)) return readStack(exception, platform)
  const reading = remembered.get(stacktrace) ?? readStack(exception, platform)
  remembered.set(stacktrace, reading)
  return reading
}

function readStack({ type, stacktrace }: NormalizedException, platform: string): StackReading {
  const frames = stacktrace?.frames ?? []
  const isAnyOwn = frames.some((frame) => frame.in_app && !isMachinery(frame))
  const reading: StackReading = { parts: [], ignored: [], isTelling: false }
  const ignore = (frame: NormalizedFrame, why: string) => reading.ignored.push({ frame, why })
  for (const frame of frames) {
    if (isMachinery(frame)) ignore(frame, 'belongs to the runtime or the SDK')
    else if (isAnyOwn && !frame.in_app) ignore(frame, 'not in the application')
    else {
      const part = parseFrame(frame, platform)
      if (part) reading.parts.push(part)
      else ignore(frame, 'it has no stable name')
    }
  }
  if (type !== undefined && OVERFLOW.test(type)) collapseOverflow(reading)
  collapseCycles(reading)
  reading.isTelling = reading.parts.some(({ place, code }) => code !== '' || !place.endsWith(':'))
  return reading
}

/** Python before 3.12 has frames for comprehensions; Java reflects through a generated class after 15 calls. */
const MACHINERY_FUNCTION = /^(?:sentryWrapped|<(?:list|dict|set)comp>)$/
const MACHINERY_PLACE =
  /[\\/]@sentry(?:-internal)?[\\/]|[\\/]sentry_sdk[\\/]|^(?:chrome|moz|safari(?:-web)?)-extension:|^\[native code\]$|^native$|^(?:jdk\.internal|sun)\.reflect\.|^java\.lang\.reflect\./

function isMachinery({ function: name, filename, module, lineno }: NormalizedFrame): boolean {
  if (name !== undefined && MACHINERY_FUNCTION.test(name)) return true
  if (filename === '<anonymous>' && lineno === undefined) return true // `at Array.map (<anonymous>)`
  return isMachineryPlace(module ?? '') || isMachineryPlace(filename ?? '')
}

const isMachineryPlace = rememberNames((place) => MACHINERY_PLACE.test(place))
const fileNameOf = rememberNames(stableFileName)
const moduleNameOf = rememberNames(stableModuleName)
const functionNameOf = rememberNames(stableFunctionName)

function parseFrame(frame: NormalizedFrame, platform: string): FramePart | undefined {
  const path = frame.filename ?? frame.abs_path ?? ''
  const isScript = platform === 'javascript' || platform === 'node'
  // JavaScript's modules are made of paths, below whatever directory the process was started in.
  const isByModule = frame.module !== undefined && !(isScript && path !== '')
  const file = isByModule ? moduleNameOf(frame.module ?? '') : fileNameOf(path)
  // of .NET's state machines the module has the name: `Cart+<ChargeAsync>d__1`
  const isStateMachine = frame.function === 'MoveNext' && frame.module !== undefined
  const name = functionNameOf(isStateMachine ? `${frame.module}.MoveNext` : (frame.function ?? ''))
  const isBuilt =
    isScript &&
    !isNamedBySource(frame) &&
    isMinified(name) &&
    (path !== frame.abs_path || /[-._][\da-z_-]{8}|\.min\.|chunk|bundle/i.test(path))
  const place = `${file}:${isBuilt ? '' : name}`
  const code = parseCode(frame.context_line)
  return place === ':' && code === '' ? undefined : { frame, place, code }
}

/** A short name may be the one that somebody wrote. */
function isNamedBySource({ function: name, mapping }: NormalizedFrame): boolean {
  return mapping?.isMapped === true && mapping.sent.function !== (name ?? null)
}

const LONGEST_CODE = 120

/** Longer lines are a minifier's; `{snip}` is what SDKs leave of them. */
function parseCode(line: string | undefined): string {
  if (line === undefined) return ''
  const code = line.replace(/\s+/g, ' ').trim()
  return code.length > LONGEST_CODE || code.includes('{snip}') ? '' : code
}

const LONGEST_CYCLE = 4

/**
 * Recursion, through one function or by turns through up to four, counts as one round of it: of each round but the
 * last, which broke, the lines of code don't matter.
 */
function collapseCycles(reading: StackReading): void {
  const collapsed: FramePart[] = []
  for (const part of reading.parts) {
    collapsed.push(part)
    const cycle = lastCycle(collapsed)
    if (cycle === 0) continue
    const repeated = collapsed.splice(collapsed.length - 2 * cycle, cycle)
    reading.ignored.push(...repeated.map(({ frame }) => ({ frame, why: 'recursion' })))
  }
  reading.parts = collapsed
}

function lastCycle(parts: FramePart[]): number {
  const { length } = parts
  for (let cycle = 1; cycle <= LONGEST_CYCLE && 2 * cycle <= length; cycle++) {
    const last = parts.slice(-cycle)
    if (last.every(({ place }, index) => place === parts[length - 2 * cycle + index]?.place)) return cycle
  }
  return 0
}

const OVERFLOW =
  /^(?:RangeError|InternalError|RecursionError|(?:java\.lang\.)?StackOverflowError|SystemStackError|(?:System\.)?StackOverflowException)$/

/** Where a stack overflows is chance: what repeats decides, whatever led there and in whichever round it broke. */
function collapseOverflow(reading: StackReading): void {
  const counts = new Map<string, number>()
  for (const { place } of reading.parts) counts.set(place, (counts.get(place) ?? 0) + 1)
  const isRepeated = ({ place }: FramePart) => (counts.get(place) ?? 0) > 2
  if (!reading.parts.some(isRepeated)) return
  const round = new Map(reading.parts.filter(isRepeated).map((part) => [part.place, { ...part, code: '' }]))
  for (const part of reading.parts) {
    if (round.get(part.place)?.frame !== part.frame)
      reading.ignored.push({ frame: part.frame, why: 'recursion' })
  }
  reading.parts = [...round.values()].sort((one, other) => (one.place < other.place ? -1 : 1))
}
