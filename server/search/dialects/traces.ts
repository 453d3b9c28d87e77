import { readDuration } from '../duration.ts'
import type { Expression, FilterTerm, Operator, Pattern } from '../expression.ts'
import type { SearchFault } from '../fault.ts'
import { parseSearch } from '../parse-search.ts'
import { readId } from './issue-keys.ts'
import type { TraceCondition, TraceField } from './trace-condition.ts'

interface FilterValue {
  operator: Operator
  pattern: Pattern
  text: string
}

type Meaning = TraceCondition | { matter: string }

const KEYS: Readonly<Record<string, (value: FilterValue) => Meaning>> = {
  name: textOf('name'),
  transaction: textOf('name'),
  op: textOf('op'),
  status: textOf('status'),
  release: textOf('release'),
  side: readSide,
  duration: readLength,
  is: readIs,
  has: readHas,
}

/** Parses the grammar of issue searches, with the keys of traces. */
export function readTraceSearch(text: string): { condition: TraceCondition } | { fault: SearchFault } {
  const parsed = parseSearch(text)
  if ('fault' in parsed) return parsed
  let fault: SearchFault | undefined

  function read(part: Expression): TraceCondition {
    const condition = readOne(part)
    return part.isNegated ? { kind: 'not', of: condition } : condition
  }

  function readOne(part: Expression): TraceCondition {
    if (part.kind === 'text') return { kind: 'words', text: part.text }
    return part.kind === 'filter' ? readFilter(part) : { kind: part.kind, of: part.of.map(read) }
  }

  function readFilter({ key, isTag, operator, values, at, word }: FilterTerm): TraceCondition {
    const ours = key.toLowerCase()
    const reader = !isTag && Object.hasOwn(KEYS, ours) ? KEYS[ours] : undefined
    if (reader === undefined) {
      fault ??= { word, at, matter: `has a key that traces do not have; use ${Object.keys(KEYS).join(', ')}` }
      return NOTHING
    }
    const of = values.map((pattern) => {
      const meaning = reader({ operator, pattern, text: pattern.join('*') })
      if (!('matter' in meaning)) return meaning
      fault ??= { word, at, matter: meaning.matter }
      return NOTHING
    })
    const [only = NOTHING] = of
    return of.length === 1 ? only : { kind: 'any', of }
  }

  const condition = read(parsed.expression)
  return fault ? { fault } : { condition }
}

/** A search that is a trace's id and nothing else. */
export function readTraceTarget(text: string): string | undefined {
  return readId(text.trim().replace(/^trace:/i, ''))
}

const NOTHING: TraceCondition = { kind: 'all', of: [] }

function textOf(field: TraceField) {
  return ({ operator, pattern }: FilterValue): Meaning =>
    operator === '' ? { kind: 'text', field, pattern } : { matter: 'can’t be compared: remove the sign' }
}

function readSide(value: FilterValue): Meaning {
  const side = value.text.toLowerCase()
  if (side !== 'browser' && side !== 'server') return { matter: 'is not a side: use browser or server' }
  return textOf('side')({ ...value, pattern: [side] })
}

function readLength({ operator, text }: FilterValue): Meaning {
  const range = readDuration(operator, text)
  return range
    ? { kind: 'duration', range }
    : { matter: 'needs a duration, such as >500ms, <2s or 100ms..1s' }
}

function readIs({ operator, text }: FilterValue): Meaning {
  const word = text.toLowerCase()
  if (operator === '' && word === 'root') return { kind: 'root' }
  if (operator === '' && word === 'failed') return { kind: 'failed' }
  return { matter: 'is not a state: use root or failed' }
}

function readHas({ operator, text }: FilterValue): Meaning {
  const isKnown = operator === '' && /^errors?$/i.test(text)
  return isKnown ? { kind: 'error' } : { matter: 'is not supported: only has:error is' }
}
