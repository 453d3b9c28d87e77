import { type FilterValue, type KeyReader, type Meaning, withoutOrder } from '../dialect.ts'
import type { Pattern } from '../expression.ts'
import { parseId, parseShortId } from '../ids.ts'
import { parseNumbers, parseTimes } from '../ranges.ts'
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
  is: parseIs,
  has: withoutOrder(parseHas),
  assigned: withoutOrder(parseAssigned),
  assignee: withoutOrder(parseAssigned),
  level: withoutOrder(parseLevel),
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
  issue: withoutOrder(parseIssue),
  id: withoutOrder(parseHex('event')),
  'event.id': withoutOrder(parseHex('event')),
  trace: withoutOrder(parseHex('trace')),
  release: withoutOrder(parseRelease),
  version: withoutOrder(parseVersion),
  env: withoutOrder(({ pattern }) => ({ kind: 'tag', key: 'environment', pattern })),
}

export function parseTag(key: string): IssueKeyReader {
  return withoutOrder(({ pattern }) => ({ kind: 'tag', key, pattern }))
}

function counted(field: FieldOf<'number'>): IssueKeyReader {
  return ({ operator, text }) => {
    const range = parseNumbers(operator, text)
    return range
      ? { kind: 'number', field, ...range }
      : { message: 'needs a number, such as 100, >100 or 10..20' }
  }
}

function timed(field: FieldOf<'time'>): IssueKeyReader {
  return ({ operator, text }, { now }) => {
    const range = parseTimes(operator, text, now)
    return range
      ? { kind: 'time', field, ...range }
      : { message: 'needs a time, such as -24h, +7d or 2026-11-20' }
  }
}

function parseIs({ operator, text }: FilterValue, { accountId }: SearchContext): IssueMeaning {
  const word = text.toLowerCase()
  const state = operator === '' && Object.hasOwn(STATES, word) ? STATES[word] : undefined
  if (state !== undefined) return { kind: 'state', state }
  if (word === 'assigned') return { kind: 'assigned', to: 'anyone' }
  if (word === 'unassigned') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (word === 'bookmarked') {
    return accountId === undefined ? NOBODY : { kind: 'bookmarked', accountId }
  }
  return {
    message: `is not a state: use ${Object.keys(STATES).join(', ')}, assigned, unassigned or bookmarked`,
  }
}

function parseHas({ text }: FilterValue): IssueMeaning {
  if (/^assign(ed|ee)$/i.test(text)) return { kind: 'assigned', to: 'anyone' }
  return text === '' ? { message: 'needs the name of a tag' } : { kind: 'hasTag', key: text }
}

function parseAssigned({ text, pattern }: FilterValue, { accountId }: SearchContext): IssueMeaning {
  if (text === 'me') return accountId === undefined ? NOBODY : { kind: 'assigned', to: { accountId } }
  if (text === 'none') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (text === 'any') return { kind: 'assigned', to: 'anyone' }
  if (text.includes('@') || pattern.length > 1) return { kind: 'assigned', to: { email: pattern } }
  return { message: 'needs me, none, any or an e-mail address' }
}

const NOBODY = { message: 'needs an account, and a token has none' }

function parseLevel({ text }: FilterValue): IssueMeaning {
  const level = text.toLowerCase()
  return LEVELS.includes(level)
    ? { kind: 'level', level }
    : { message: `is not a level: use ${LEVELS.join(', ')}` }
}

function parseIssue({ text }: FilterValue): IssueMeaning {
  const issue = parseShortId(text)
  return issue ? { kind: 'numbered', ...issue } : { message: 'needs an issue’s short id, such as SHOP-418' }
}

function parseHex(kind: 'event' | 'trace'): IssueKeyReader {
  return ({ text }) => {
    const id = parseId(text)
    return id === undefined ? { message: 'needs an id of 32 hex characters' } : { kind, id }
  }
}

function parseRelease({ text, pattern }: FilterValue): IssueMeaning {
  return text === 'latest' ? { kind: 'latestRelease' } : { kind: 'tag', key: 'release', pattern }
}

/** `1.4.2` of `shop@1.4.2`. */
function parseVersion({ pattern }: FilterValue): IssueMeaning {
  const [first = '', ...rest] = pattern
  const ofPackage: IssueCondition = { kind: 'tag', key: 'release', pattern: ['', `@${first}`, ...rest] }
  return { kind: 'any', of: [{ kind: 'tag', key: 'release', pattern }, ofPackage] }
}

/** A pattern without stars is looked for anywhere in the text. */
function within(pattern: Pattern): Pattern {
  return pattern.length > 1 ? pattern : ['', ...pattern, '']
}
