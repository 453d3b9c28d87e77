import type { NormalizedException, NormalizedFrame } from '#server/processing/event.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import { classedNamesOf, type FrameNames, plainNamesOf } from './frame-names.ts'
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

/** How names are read: version 1 keeps the last part of a function's name alone, and numbers of proxies. */
export type GroupingVersion = 1 | 2

/** The same object twice if both versions call all frames alike, which is nearly always so. */
export type StackReadings = Record<GroupingVersion, StackReading>

type Stack = NonNullable<NormalizedException['stacktrace']>

const remembered = new WeakMap<Stack, StackReadings | undefined>()

/**
 * From now on this very stack is read once: it stands for equal stacks of many events, all of one platform and with exceptions
 * of one type, and nobody changes it.
 */
export function rememberStack(stack: Stack): void {
  if (!remembered.has(stack)) remembered.set(stack, undefined)
}

/** Only in-app frames count, unless there are none. A recursion counts as one round. */
export function parseStack(exception: NormalizedException, platform: string): StackReadings {
  const { stacktrace } = exception
  if (stacktrace === undefined || !remembered.has(stacktrace)) return readStack(exception, platform)
  const readings = remembered.get(stacktrace) ?? readStack(exception, platform)
  remembered.set(stacktrace, readings)
  return readings
}

function readStack({ type, stacktrace }: NormalizedException, platform: string): StackReadings {
  const frames = stacktrace?.frames ?? []
  const own = countFrames(frames, platform, isOwnFrame)
  const isMarked = frames.some(({ is_system: isOfSystem }) => isOfSystem)
  const formerOwn = isMarked ? countFrames(frames, platform, ({ in_app: isInApp }) => isInApp) : own
  const current = readCounted(own, 'classed', type)
  const isSame = formerOwn === own && own.named.every(({ plain, classed }) => plain === classed)
  return { 1: isSame ? current : readCounted(formerOwn, 'plain', type), 2: current }
}

interface CountedFrames {
  named: { frame: NormalizedFrame; plain: FrameNames; classed: FrameNames; code: string }[]
  ignored: StackReading['ignored']
}

/** Version 2 knows libraries of operating systems that version 1 takes for the application's. */
function countFrames(
  frames: readonly NormalizedFrame[],
  platform: string,
  isOwn: (frame: NormalizedFrame) => boolean,
): CountedFrames {
  const isAnyOwn = frames.some((frame) => isOwn(frame) && !isMachinery(frame))
  const counted: CountedFrames = { named: [], ignored: [] }
  for (const frame of frames) {
    if (isMachinery(frame)) {
      counted.ignored.push({ frame, why: 'belongs to the runtime or the SDK' })
    } else if (isAnyOwn && !isOwn(frame)) {
      counted.ignored.push({ frame, why: 'not in the application' })
    } else {
      const plain = plainNamesOf(frame, platform)
      const classed = classedNamesOf(frame, platform, plain)
      counted.named.push({ frame, plain, classed, code: parseCode(frame.context_line) })
    }
  }
  return counted
}

function readCounted(
  { named, ignored }: CountedFrames,
  names: 'plain' | 'classed',
  type: string | undefined,
): StackReading {
  const reading: StackReading = { parts: [], ignored: [...ignored], isTelling: false }
  for (const {
    frame,
    code,
    [names]: { file, name },
  } of named) {
    const place = `${file}:${name}`
    if (place !== ':' || code !== '') reading.parts.push({ frame, place, code })
    else reading.ignored.push({ frame, why: 'it has no stable name' })
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
