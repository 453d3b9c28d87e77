import { hash } from 'node:crypto'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { type Contribution, type Reading, readContributions } from './contributions.ts'
import { splitAtDefault } from './variables.ts'

export interface Grouping {
  /** Raised with every change of what follows, so that old issues keep their events. */
  version: number
  /** Events with the same key, in one project and version, are one issue. */
  key: string
}

/** Why an event is in its issue, for people. */
export interface GroupingExplanation extends Grouping {
  decidedBy: 'rule' | 'fingerprint' | 'stack' | 'message' | 'transaction' | 'cause'
  /** What was hashed, in order. */
  lines: Contribution[]
  /** What was looked at and left out, alike ones together. */
  ignored: { text: string; why: string; count: number }[]
  /** The matchers of the project's rule that set the fingerprint, as the command line writes them. */
  rule?: string[]
}

const VERSION = 1

export function groupingOf(event: NormalizedEvent): Grouping {
  const { lines } = read(event)
  const parts = lines.map(({ kind, text }) => [kind, text])
  return { version: VERSION, key: hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32) }
}

/** Explains a stored event's grouping by the same parts that its key was made of. */
export function explainGrouping(event: NormalizedEvent): GroupingExplanation {
  const { lines, ignored } = read(event)
  const rule = event.grouping_rule
  return {
    ...groupingOf(event),
    decidedBy: rule?.fingerprint ? 'rule' : event.fingerprint ? 'fingerprint' : kindOf(lines),
    lines,
    ignored: together(ignored),
    ...(rule ? { rule: rule.match } : {}),
  }
}

/** Of an echo that was given its cause's key. */
export function explainEcho(grouping: Grouping, causeKey: string): GroupingExplanation {
  return { ...grouping, decidedBy: 'cause', lines: [{ kind: 'cause', text: causeKey }], ignored: [] }
}

/** A rule's fingerprint first, then the client's; `{{ default }}` stands for what would decide without one. */
function read(event: NormalizedEvent): Reading {
  const fingerprint = event.grouping_rule?.fingerprint ?? event.fingerprint
  if (!fingerprint) return readContributions(event)
  const reading: Reading = { lines: [], ignored: [] }
  for (const part of fingerprint) {
    for (const [index, text] of splitAtDefault(part, event).entries()) {
      if (index > 0) {
        const own = readContributions(event)
        reading.lines.push(...own.lines)
        reading.ignored = own.ignored
      }
      if (text.trim() !== '') reading.lines.push({ kind: 'fingerprint', text })
    }
  }
  return reading
}

function kindOf(lines: Contribution[]): 'stack' | 'message' | 'transaction' {
  if (lines.some(({ kind }) => kind === 'frame')) return 'stack'
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
