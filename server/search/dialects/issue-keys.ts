import { type FilterValue, type KeyReader, type Meaning, withoutOrder } from '../dialect.ts'
import type { Pattern } from '../expression.ts'
import { readId, readShortId } from '../ids.ts'
import { readNumbers, readTimes } from '../ranges.ts'
import type { IssueCondition, IssueState, IssueTest, SearchContext } from './issue-condition.ts'

type IssueKeyReader = KeyReader<IssueTest, SearchContext>
type IssueMeaning = Meaning<IssueTest>
type FieldOf<Kind extends 'number' | 'time'> = Extract<IssueTest, { kind: Kind }>['field']

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
export const ISSUE_KEYS: Readonly<Record<string, IssueKeyReader>> = {
  is: readIs,
  has: withoutOrder(readHas),
  assigned: withoutOrder(readAssigned),
  assignee: withoutOrder(readAssigned),
  level: withoutOrder(readLevel),
  timesseen: counted('eventCount'),
  events: counted('eventCount'),
  users: counted('userCount'),
  firstseen: timed('firstSeen'),
  age: timed('firstSeen'),
  lastseen: timed('lastSeen'),
  type: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'type', pattern })),
  'error.type': withoutOrder(({ pattern }) => ({ kind: 'text', field: 'type', pattern })),
  message: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'value', pattern: within(pattern) })),
  'error.value': withoutOrder(({ pattern }) => ({ kind: 'text', field: 'value', pattern: within(pattern) })),
  culprit: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'culprit', pattern: within(pattern) })),
  title: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'title', pattern: within(pattern) })),
  project: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'projectSlug', pattern })),
  issue: withoutOrder(readIssue),
  id: withoutOrder(readHex('event')),
  'event.id': withoutOrder(readHex('event')),
  trace: withoutOrder(readHex('trace')),
  release: withoutOrder(readRelease),
  version: withoutOrder(readVersion),
  env: withoutOrder(({ pattern }) => ({ kind: 'tag', key: 'environment', pattern })),
}

export function readTag(key: string): IssueKeyReader {
  return withoutOrder(({ pattern }) => ({ kind: 'tag', key, pattern }))
}

function counted(field: FieldOf<'number'>): IssueKeyReader {
  return ({ operator, text }) => {
    const range = readNumbers(operator, text)
    return range
      ? { kind: 'number', field, ...range }
      : { matter: 'needs a number, such as 100, >100 or 10..20' }
  }
}

function timed(field: FieldOf<'time'>): IssueKeyReader {
  return ({ operator, text }, { now }) => {
    const range = readTimes(operator, text, now)
    return range
      ? { kind: 'time', field, ...range }
      : { matter: 'needs a time, such as -24h, +7d or 2026-11-20' }
  }
}

function readIs({ operator, text }: FilterValue, { accountId }: SearchContext): IssueMeaning {
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

function readHas({ text }: FilterValue): IssueMeaning {
  if (/^assign(ed|ee)$/i.test(text)) return { kind: 'assigned', to: 'anyone' }
  return text === '' ? { matter: 'needs the name of a tag' } : { kind: 'hasTag', key: text }
}

function readAssigned({ text, pattern }: FilterValue, { accountId }: SearchContext): IssueMeaning {
  if (text === 'me') return accountId === undefined ? NOBODY : { kind: 'assigned', to: { accountId } }
  if (text === 'none') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (text === 'any') return { kind: 'assigned', to: 'anyone' }
  if (text.includes('@') || pattern.length > 1) return { kind: 'assigned', to: { email: pattern } }
  return { matter: 'needs me, none, any or an e-mail address' }
}

const NOBODY = { matter: 'needs an account, and a token has none' }

function readLevel({ text }: FilterValue): IssueMeaning {
  const level = text.toLowerCase()
  return LEVELS.includes(level)
    ? { kind: 'level', level }
    : { matter: `is not a level: use ${LEVELS.join(', ')}` }
}

function readIssue({ text }: FilterValue): IssueMeaning {
  const issue = readShortId(text)
  return issue ? { kind: 'numbered', ...issue } : { matter: 'needs an issue’s short id, such as SHOP-418' }
}

function readHex(kind: 'event' | 'trace'): IssueKeyReader {
  return ({ text }) => {
    const id = readId(text)
    return id === undefined ? { matter: 'needs an id of 32 hex characters' } : { kind, id }
  }
}

function readRelease({ text, pattern }: FilterValue): IssueMeaning {
  return text === 'latest' ? { kind: 'latestRelease' } : { kind: 'tag', key: 'release', pattern }
}

/** `1.4.2` of `shop@1.4.2`. */
function readVersion({ pattern }: FilterValue): IssueMeaning {
  const [first = '', ...rest] = pattern
  const ofPackage: IssueCondition = { kind: 'tag', key: 'release', pattern: ['', `@${first}`, ...rest] }
  return { kind: 'any', of: [{ kind: 'tag', key: 'release', pattern }, ofPackage] }
}

/** A pattern without stars is looked for anywhere in the text. */
function within(pattern: Pattern): Pattern {
  return pattern.length > 1 ? pattern : ['', ...pattern, '']
}
