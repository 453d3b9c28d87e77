import { hash } from 'node:crypto'
import type { NormalizedEvent } from '#server/processing/event.ts'
import {
  type Contribution,
  type Reader,
  type Reading,
  readContributions,
  readStacks,
} from './contributions.ts'
import type { GroupingVersion } from './frames.ts'
import { splitAtDefault } from './variables.ts'

export interface Grouping {
  /** Raised with every change of what follows, so that old issues keep their events. */
  version: number
  /** Events with the same key, in one project, are one issue. */
  key: string
  /** The key by version 1, if that is another: an issue that has it keeps its events. */
  formerKey?: string
}

/** Why an event is in its issue, for people. */
export interface GroupingExplanation {
  version: number
  key: string
  decidedBy: 'rule' | 'fingerprint' | 'stack' | 'type' | 'message' | 'transaction' | 'cause'
  /** What was hashed, in order. */
  lines: Contribution[]
  /** What was looked at and left out, alike ones together. */
  ignored: { text: string; why: string; count: number }[]
  /** The matchers of the project's rule that set the fingerprint, as the command line writes them. */
  rule?: string[]
}

const VERSION = 2

export function groupingOf(event: NormalizedEvent): Grouping {
  const stacks = readStacks(event)
  const reading = read(event, { version: VERSION, stacks })
  const key = keyOf(reading)
  const formerKey = reading.isRenamed ? keyOf(read(event, { version: 1, stacks })) : key
  return { version: VERSION, key, ...(formerKey === key ? {} : { formerKey }) }
}

function keyOf({ lines }: Reading): string {
  const parts = lines.map(({ kind, text }) => [kind, text])
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}

/** Explains a stored event's grouping by the same parts that its key was made of. */
export function explainGrouping(
  event: NormalizedEvent,
  version: GroupingVersion = VERSION,
): GroupingExplanation {
  const reading = read(event, { version, stacks: readStacks(event) })
  const { lines, ignored } = reading
  const rule = event.grouping_rule
  const isPrinted = event.fingerprint !== undefined || (version > 1 && event.checksum !== undefined)
  return {
    ...{ version, key: keyOf(reading) },
    decidedBy: rule?.fingerprint ? 'rule' : isPrinted ? 'fingerprint' : kindOf(lines),
    lines,
    ignored: together(ignored),
    ...(rule ? { rule: rule.match } : {}),
  }
}

/** Of an echo that was given its cause's key. */
export function explainEcho({ version, key }: Grouping, causeKey: string): GroupingExplanation {
  return { version, key, decidedBy: 'cause', lines: [{ kind: 'cause', text: causeKey }], ignored: [] }
}

/**
 * A rule's fingerprint first, then the client's checksum and its fingerprint; `{{ default }}` stands for what would decide
 * without one.
 */
function read(event: NormalizedEvent, reader: Reader): Reading {
  const set = event.grouping_rule?.fingerprint
  if (set === undefined && event.checksum !== undefined && reader.version > 1) {
    return { lines: [{ kind: 'fingerprint', text: event.checksum }], ignored: [], isRenamed: true }
  }
  const fingerprint = set ?? event.fingerprint
  if (!fingerprint) return readContributions(event, reader)
  const reading: Reading = { lines: [], ignored: [], isRenamed: false }
  for (const part of fingerprint) {
    for (const [index, text] of splitAtDefault(part, event).entries()) {
      if (index > 0) {
        const own = readContributions(event, reader)
        reading.lines.push(...own.lines)
        reading.ignored = own.ignored
        reading.isRenamed ||= own.isRenamed
      }
      if (text.trim() !== '') reading.lines.push({ kind: 'fingerprint', text })
    }
  }
  return reading
}

function kindOf(lines: Contribution[]): 'stack' | 'type' | 'message' | 'transaction' {
  if (lines.some(({ kind }) => kind === 'frame')) return 'stack'
  if (lines.every(({ kind }) => kind === 'type')) return 'type'
  return lines.some(({ kind }) => kind === 'transaction') ? 'transaction' : 'message'
}

const MOST_IGNORED = 30

function together(ignored: Reading['ignored']): GroupingExplanation['ignored'] {
  const found = new Map<string, GroupingExplanation['ignored'][number]>()
  for (const { frame, why } of ignored) {
    const place = frame.module ?? frame.filename ?? frame.abs_path ?? frame.package ?? ''
    const text = [frame.function, place].filter(Boolean).join(' in ')
    const known = found.get(`${why} ${text}`)
    if (known) known.count++
    else if (found.size < MOST_IGNORED) found.set(`${why} ${text}`, { text, why, count: 1 })
  }
  return [...found.values()]
}
