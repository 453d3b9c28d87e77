import type { Operator, Pattern } from '../expression.ts'
import { readNumbers, readTimes } from '../ranges.ts'
import type { Condition, IssueState, SearchContext } from './issue-condition.ts'

/** One value of a filter; `text` is the pattern with its stars. */
export interface FilterValue {
  operator: Operator
  pattern: Pattern
  text: string
}

/** The condition, or what is the matter with the value. */
export type Meaning = Condition | { matter: string }

export type KeyReader = (value: FilterValue, context: SearchContext) => Meaning

const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug']

/** What stands after `is:`, and what it means; `open` is ours, `unresolved` Sentry's. */
const STATES: Record<string, IssueState> = {
  open: 'unresolved',
  unresolved: 'unresolved',
  resolved: 'resolved',
  ignored: 'ignored',
  archived: 'archived',
  regressed: 'regressed',
  escalating: 'escalating',
  new: 'new',
  for_review: 'for_review',
  unhandled: 'unhandled',
}

/** Lower case, because case does not matter in built-in keys. Every other key is a tag. */
export const SEARCH_KEYS: Readonly<Record<string, KeyReader>> = {
  is: readIs,
  has: plain(readHas),
  assigned: plain(readAssigned),
  assignee: plain(readAssigned),
  level: plain(readLevel),
  timesseen: counted('eventCount'),
  events: counted('eventCount'),
  users: counted('userCount'),
  firstseen: timed('firstSeen'),
  age: timed('firstSeen'),
  lastseen: timed('lastSeen'),
  type: plain(({ pattern }) => ({ kind: 'text', field: 'type', pattern })),
  'error.type': plain(({ pattern }) => ({ kind: 'text', field: 'type', pattern })),
  message: plain(({ pattern }) => ({ kind: 'text', field: 'value', pattern: within(pattern) })),
  'error.value': plain(({ pattern }) => ({ kind: 'text', field: 'value', pattern: within(pattern) })),
  culprit: plain(({ pattern }) => ({ kind: 'text', field: 'culprit', pattern: within(pattern) })),
  title: plain(({ pattern }) => ({ kind: 'text', field: 'title', pattern: within(pattern) })),
  project: plain(({ pattern }) => ({ kind: 'text', field: 'projectSlug', pattern })),
  issue: plain(readIssue),
  id: plain(readHex('event')),
  'event.id': plain(readHex('event')),
  trace: plain(readHex('trace')),
  release: plain(readRelease),
  version: plain(readVersion),
  env: plain(({ pattern }) => ({ kind: 'tag', key: 'environment', pattern })),
}

export function readTag(key: string): KeyReader {
  return plain(({ pattern }) => ({ kind: 'tag', key, pattern }))
}

/** What has no order can't be compared. */
function plain(read: KeyReader): KeyReader {
  return (value, context) =>
    value.operator === '' ? read(value, context) : { matter: 'can’t be compared: remove the sign' }
}

function counted(field: 'eventCount' | 'userCount'): KeyReader {
  return ({ operator, text }) => {
    const range = readNumbers(operator, text)
    return range
      ? { kind: 'number', field, ...range }
      : { matter: 'needs a number, such as 100, >100 or 10..20' }
  }
}

function timed(field: 'firstSeen' | 'lastSeen'): KeyReader {
  return ({ operator, text }, { now }) => {
    const range = readTimes(operator, text, now)
    return range
      ? { kind: 'time', field, ...range }
      : { matter: 'needs a time, such as -24h, +7d or 2026-11-20' }
  }
}

function readIs({ operator, text }: FilterValue, { accountId }: SearchContext): Meaning {
  const word = text.toLowerCase()
  const state = operator === '' && Object.hasOwn(STATES, word) ? STATES[word] : undefined
  if (state !== undefined) return { kind: 'state', state }
  if (word === 'assigned') return { kind: 'assigned', to: 'anyone' }
  if (word === 'unassigned') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (word === 'bookmarked') {
    return accountId === undefined ? NOBODY : { kind: 'bookmarked', accountId }
  }
  return {
    matter: `is not a state: use ${Object.keys(STATES).join(', ')}, assigned, unassigned or bookmarked`,
  }
}

function readHas({ text }: FilterValue): Meaning {
  if (/^assign(ed|ee)$/i.test(text)) return { kind: 'assigned', to: 'anyone' }
  return text === '' ? { matter: 'needs the name of a tag' } : { kind: 'hasTag', key: text }
}

function readAssigned({ text, pattern }: FilterValue, { accountId }: SearchContext): Meaning {
  if (text === 'me') return accountId === undefined ? NOBODY : { kind: 'assigned', to: { accountId } }
  if (text === 'none') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (text === 'any') return { kind: 'assigned', to: 'anyone' }
  if (text.includes('@') || pattern.length > 1) return { kind: 'assigned', to: { email: pattern } }
  return { matter: 'needs me, none, any or an e-mail address' }
}

const NOBODY = { matter: 'needs an account, and a token has none' }

function readLevel({ text }: FilterValue): Meaning {
  const level = text.toLowerCase()
  return LEVELS.includes(level)
    ? { kind: 'level', level }
    : { matter: `is not a level: use ${LEVELS.join(', ')}` }
}

function readIssue({ text }: FilterValue): Meaning {
  const issue = readShortId(text)
  return issue ? { kind: 'numbered', ...issue } : { matter: 'needs an issue’s short id, such as SHOP-418' }
}

/** `SHOP-WEB-418`: the project's slug, and the issue's number in it. */
export function readShortId(text: string): { projectSlug: string; number: number } | undefined {
  const match = /^([\p{L}\p{N}-]{1,100})-(\d{1,9})$/u.exec(text)
  return match ? { projectSlug: (match[1] ?? '').toLowerCase(), number: Number(match[2]) } : undefined
}

function readHex(kind: 'event' | 'trace'): KeyReader {
  return ({ text }) => {
    const id = readId(text)
    return id === undefined ? { matter: 'needs an id of 32 hex characters' } : { kind, id }
  }
}

/** Ids of events and traces: 32 hex characters, or a UUID. */
export function readId(text: string): string | undefined {
  const hex = text.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(hex) ? hex : undefined
}

function readRelease({ text, pattern }: FilterValue): Meaning {
  return text === 'latest' ? { kind: 'latestRelease' } : { kind: 'tag', key: 'release', pattern }
}

/** `1.4.2` of `shop@1.4.2`. */
function readVersion({ pattern }: FilterValue): Meaning {
  const [first = '', ...rest] = pattern
  const ofPackage: Condition = { kind: 'tag', key: 'release', pattern: ['', `@${first}`, ...rest] }
  return { kind: 'any', of: [{ kind: 'tag', key: 'release', pattern }, ofPackage] }
}

/** A pattern without stars is looked for anywhere in the text. */
function within(pattern: Pattern): Pattern {
  return pattern.length > 1 ? pattern : ['', ...pattern, '']
}
