import type { NormalizedEvent, NormalizedException, NormalizedFrame } from '#server/processing/event.ts'
import { parseStack } from './frames.ts'
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
}

/** What version 1 makes of an event that brings no fingerprint. */
export function readContributions(event: NormalizedEvent): Reading {
  const reading: Reading = { lines: [], ignored: [] }
  const known = new Set<string>()
  for (const exception of event.exception.values) {
    const lines = readException(exception, event, reading.ignored)
    // Of many failures that were thrown together, equal ones count once: how many there were is chance.
    const key = JSON.stringify(lines)
    if (!known.has(key)) reading.lines.push(...lines)
    known.add(key)
  }
  if (reading.lines.length === 0) reading.lines.push(messageOf(event))
  return reading
}

function readException(
  exception: NormalizedException,
  event: NormalizedEvent,
  ignored: Reading['ignored'],
): Contribution[] {
  const { type, value = '' } = exception
  // A message, which newer SDKs send with a stack as an exception without a type: older ones send its text alone.
  if (type === undefined && event.exception.values.length === 1) {
    const text = normalizeMessage(event.message_template ?? value)
    if (text !== '') return [{ kind: 'message', text }]
  }
  const stack = parseStack(exception, event.platform)
  ignored.push(...stack.ignored)
  const lines: Contribution[] = type === undefined ? [] : [{ kind: 'type', text: type }]
  for (const { place, code } of stack.parts) {
    lines.push({ kind: 'frame', text: code === '' ? place : `${place} | ${code}` })
  }
  // The value holds ids more often than the stack does; but React's numbers are all that is left of its sentences.
  if (!stack.isTelling || type === undefined || value.startsWith('Minified React error #')) {
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
