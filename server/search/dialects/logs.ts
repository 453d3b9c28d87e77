import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { LogLevel } from '#server/processing/record.ts'
import type { Expression, FilterTerm, Pattern } from '../expression.ts'
import type { SearchFault } from '../fault.ts'
import { parseSearch } from '../parse-search.ts'
import { readId } from './issue-keys.ts'

/** What a log must be to be found. */
export type LogCondition =
  | { kind: 'all' | 'any'; of: LogCondition[] }
  | { kind: 'not'; of: LogCondition }
  /** Anywhere in the beginning of its body that lists show; case does not matter. */
  | { kind: 'words'; pattern: Pattern }
  | { kind: 'level'; levels: readonly LogLevel[] }
  | { kind: 'column'; column: 'release' | 'environment' | 'projectSlug'; pattern: Pattern }
  | { kind: 'hex'; column: 'traceId' | 'spanId'; value: string }
  | { kind: 'attribute'; key: string; pattern: Pattern }
  | { kind: 'hasAttribute'; key: string }

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies LogLevel[]

/** Keys that are not attributes; case does not matter in them. */
const READERS: Readonly<Record<string, (term: FilterTerm, pattern: Pattern) => Meaning>> = {
  level: readLevel,
  message: plain((pattern) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
  body: plain((pattern) => ({ kind: 'words', pattern: ['', ...pattern, ''] })),
  release: plain((pattern) => ({ kind: 'column', column: 'release', pattern })),
  environment: plain((pattern) => ({ kind: 'column', column: 'environment', pattern })),
  env: plain((pattern) => ({ kind: 'column', column: 'environment', pattern })),
  project: plain((pattern) => ({ kind: 'column', column: 'projectSlug', pattern })),
  trace: plain(readTrace),
  span: plain(readSpan),
  has: plain((pattern) => ({ kind: 'hasAttribute', key: pattern.join('*') })),
}

type Meaning = LogCondition | { matter: string }

/** From what was typed to what is looked for: the issues' grammar, over what logs have. */
export function readLogSearch(text: string): { condition: LogCondition } | { fault: SearchFault } {
  const parsed = parseSearch(text)
  if ('fault' in parsed) return parsed
  let fault: SearchFault | undefined

  function read(part: Expression): LogCondition {
    const condition = readPart(part)
    return part.isNegated ? { kind: 'not', of: condition } : condition
  }

  function readPart(part: Expression): LogCondition {
    switch (part.kind) {
      case 'text':
        return idOf(part.text) ?? { kind: 'words', pattern: ['', part.text, ''] }
      case 'filter':
        return readFilter(part)
      case 'all':
      case 'any':
        return { kind: part.kind, of: part.of.map(read) }
    }
  }

  function readFilter(term: FilterTerm): LogCondition {
    const of: LogCondition[] = []
    for (const pattern of term.values) {
      const meaning = meaningOf(term, pattern)
      if ('matter' in meaning) fault ??= { word: term.word, at: term.at, matter: meaning.matter }
      else of.push(meaning)
    }
    const [only] = of
    return of.length === 1 && only !== undefined ? only : { kind: 'any', of }
  }

  const condition = read(parsed.expression)
  return fault ? { fault } : { condition }
}

function meaningOf(term: FilterTerm, pattern: Pattern): Meaning {
  const key = term.key.toLowerCase()
  const reader = !term.isTag && Object.hasOwn(READERS, key) ? READERS[key] : undefined
  return (reader ?? plain((value) => ({ kind: 'attribute', key: term.key, pattern: value })))(term, pattern)
}

/** A trace's id may stand alone. */
function idOf(text: string): LogCondition | undefined {
  const id = readId(text)
  return id === undefined ? undefined : { kind: 'hex', column: 'traceId', value: id }
}

/** What has no order can't be compared. */
function plain(read: (pattern: Pattern) => Meaning) {
  return ({ operator }: FilterTerm, pattern: Pattern): Meaning =>
    operator === '' ? read(pattern) : { matter: 'can’t be compared: remove the sign' }
}

/** Levels have an order: `level:>=warn`. */
function readLevel({ operator }: FilterTerm, pattern: Pattern): Meaning {
  const name = pattern.join('*').toLowerCase()
  const place = LOG_LEVELS.findIndex((level) => level === (name === 'warning' ? 'warn' : name))
  if (place < 0) return { matter: `is not a level: use ${LOG_LEVELS.join(', ')}` }
  return { kind: 'level', levels: LOG_LEVELS.filter((_, index) => isAsked(operator, index - place)) }
}

function isAsked(operator: FilterTerm['operator'], distance: number): boolean {
  switch (operator) {
    case '>':
      return distance > 0
    case '>=':
      return distance >= 0
    case '<':
      return distance < 0
    case '<=':
      return distance <= 0
    case '':
      return distance === 0
  }
}

function readTrace(pattern: Pattern): Meaning {
  const value = readId(pattern.join('*'))
  return value === undefined
    ? { matter: 'needs an id of 32 hex characters' }
    : { kind: 'hex', column: 'traceId', value }
}

function readSpan(pattern: Pattern): Meaning {
  const value = pattern.join('*').toLowerCase()
  return /^[0-9a-f]{16}$/.test(value)
    ? { kind: 'hex', column: 'spanId', value }
    : { matter: 'needs an id of 16 hex characters' }
}

/** Whether only its attributes can tell: they lie in blocks that must be unpacked. */
export function asksAttributes(condition: LogCondition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some(asksAttributes)
    case 'not':
      return asksAttributes(condition.of)
    default:
      return condition.kind === 'attribute' || condition.kind === 'hasAttribute'
  }
}

export interface SearchedLog {
  projectSlug: string
  level: LogLevel
  bodyStart: string
  release: string | null
  environment: string | null
  traceId: string | null
  spanId: string | null
  attributes: JsonObject
}

/** The whole truth about one log, where a query could only narrow the rows down. */
export function isFound(log: SearchedLog, condition: LogCondition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => isFound(log, part))
    case 'any':
      return condition.of.some((part) => isFound(log, part))
    case 'not':
      return !isFound(log, condition.of)
    case 'words':
      return isLike(log.bodyStart, condition.pattern)
    case 'level':
      return condition.levels.includes(log.level)
    case 'column':
      return isLike(log[condition.column] ?? '', condition.pattern)
    case 'hex':
      return log[condition.column] === condition.value
    case 'attribute':
      return isLike(textOf(ownMember(log.attributes, condition.key)), condition.pattern)
    case 'hasAttribute':
      return Object.hasOwn(log.attributes, condition.key)
  }
}

/** A search may name what every object inherits: `constructor:x`. */
function ownMember(attributes: JsonObject, key: string): unknown {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Matches like LIKE, piece after piece, without a regular expression that a pattern could make slow. */
function isLike(text: string | null, pattern: Pattern): boolean {
  if (text === null) return false
  const whole = text.toLowerCase()
  const pieces = pattern.map((piece) => piece.toLowerCase())
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return whole === first
  if (!whole.startsWith(first)) return false
  let place = first.length
  for (const piece of rest) {
    const found = whole.indexOf(piece, place)
    if (found < 0) return false
    place = found + piece.length
  }
  return whole.length - last.length >= place && whole.endsWith(last)
}
