import type { NormalizedEvent, NormalizedException, NormalizedFrame } from '#server/processing/event.ts'
import { type GroupingVersion, parseStack, type StackReading, type StackReadings } from './frames.ts'
import { normalizeMessage } from './message.ts'

/** One line of what decides. */
export interface Contribution {
  kind: 'fingerprint' | 'type' | 'frame' | 'message' | 'transaction' | 'cause'
  /** As it is compared. */
  text: string
}

export interface Reading {
  lines: Contribution[]
  /** What was looked at and left out. */
  ignored: { frame: NormalizedFrame; why: string }[]
  /** Whether version 1 may read it otherwise. */
  isRenamed: boolean
}

/** After a deploy, the chunks of the one before are gone: which of them a page asks for first is chance. */
const LOST_CHUNK = 'ChunkLoadError'

/** How one version reads an event. */
export interface Reader {
  version: GroupingVersion
  /** The stacks of its exceptions, which both versions share. */
  stacks: StackReadings[]
}

export function readStacks({ exception, platform }: NormalizedEvent): StackReadings[] {
  return exception.values.map((one) => parseStack(one, platform))
}

/** What a version makes of an event that brings no fingerprint. */
export function readContributions(event: NormalizedEvent, { version, stacks }: Reader): Reading {
  if (version > 1 && isLostChunk(event)) {
    return { lines: [{ kind: 'type', text: LOST_CHUNK }], ignored: [], isRenamed: true }
  }
  const isRenamed = stacks.some((stack) => stack[1] !== stack[2])
  const reading: Reading = { lines: [], ignored: [], isRenamed }
  const known = new Set<string>()
  for (const [place, exception] of event.exception.values.entries()) {
    const stack = stacks[place]?.[version]
    const lines = readException(exception, event, { stack, ignored: reading.ignored })
    // Of many failures that were thrown together, equal ones count once: how many there were is chance.
    const key = JSON.stringify(lines)
    if (!known.has(key)) reading.lines.push(...lines)
    known.add(key)
  }
  if (reading.lines.length === 0) reading.lines.push(messageOf(event))
  return reading
}

function isLostChunk({ platform, exception }: NormalizedEvent): boolean {
  const isScript = platform === 'javascript' || platform === 'node'
  return isScript && exception.values.some(({ type }) => type === LOST_CHUNK)
}

function readException(
  exception: NormalizedException,
  event: NormalizedEvent,
  { stack, ignored }: Pick<Reading, 'ignored'> & { stack: StackReading | undefined },
): Contribution[] {
  const { type, value = '' } = exception
  // A message, which newer SDKs send with a stack as an exception without a type: older ones send its text alone.
  if (type === undefined && event.exception.values.length === 1) {
    const text = normalizeMessage(event.message_template ?? value)
    if (text !== '') return [{ kind: 'message', text }]
  }
  ignored.push(...(stack?.ignored ?? []))
  const lines: Contribution[] = type === undefined ? [] : [{ kind: 'type', text: type }]
  for (const { place, code } of stack?.parts ?? []) {
    lines.push({ kind: 'frame', text: code === '' ? place : `${place} | ${code}` })
  }
  // The value holds ids more often than the stack does; but React's numbers are all that is left of its sentences.
  if (!stack?.isTelling || type === undefined || value.startsWith('Minified React error #')) {
    const text = normalizeMessage(value)
    if (text !== '') lines.push({ kind: 'message', text })
  }
  return lines
}

/** The template, where the SDK sent it, is the same whatever is put in. */
function messageOf({ message, message_template, transaction = '' }: NormalizedEvent): Contribution {
  const text = normalizeMessage(message_template ?? message ?? '')
  return text === '' ? { kind: 'transaction', text: transaction } : { kind: 'message', text }
}
