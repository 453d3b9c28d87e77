import { type FilterValue, type KeyReader, type Meaning, withoutOrder } from '../dialect.ts'
import type { Pattern } from '../expression.ts'
import { parseId, parseShortId } from '../ids.ts'
import { parseNumbers, parseTimes } from '../ranges.ts'
import type { IssueCondition, IssueState, IssueTest, People, SearchContext } from './issue-condition.ts'
import { PLACES, type Place, placesOf } from './tag-places.ts'

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
  ...Object.fromEntries(Object.entries(PLACES).map(([key, places]) => [key, inPlaces(places)])),
  is: parseIs,
  has: withoutOrder(parseHas),
  assigned: withoutOrder(parseAssigned),
  assignee: withoutOrder(parseAssigned),
  mentions: withoutOrder(parseMentions),
  level: withoutOrder(parseLevel),
  timesseen: counted('eventCount'),
  events: counted('eventCount'),
  users: counted('userCount'),
  firstseen: timed('firstSeen'),
  age: timed('firstSeen'),
  lastseen: timed('lastSeen'),
  type: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'type', pattern })),
  'error.type': withoutOrder(parseErrorType),
  'error.handled': withoutOrder(parseHandled(true)),
  'error.unhandled': withoutOrder(parseHandled(false)),
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
  version: inPlaces(placesOf('release')),
  'release.version': inPlaces(placesOf('release')),
  firstrelease: withoutOrder(parseFirstRelease),
  'first-release': withoutOrder(parseFirstRelease),
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
  if (word === 'for_me') return accountId === undefined ? NOBODY : forAccount(accountId)
  if (word === 'bookmarked') {
    return accountId === undefined ? NOBODY : { kind: 'bookmarked', accountId }
  }
  return {
    message: `is not a state: use ${Object.keys(STATES).join(', ')}, assigned, unassigned, for_me or bookmarked`,
  }
}

function parseHas({ text }: FilterValue): IssueMeaning {
  if (/^assign(ed|ee)$/i.test(text)) return { kind: 'assigned', to: 'anyone' }
  if (text === '') return { message: 'needs the name of a tag' }
  const places = placesOf(text)
  if (places.length === 0) return { kind: 'hasTag', key: text }
  return anyOf(
    places
      .filter(({ before }) => !isPart(before))
      .map(({ tag, before }) =>
        before ? { kind: 'tag', key: tag, pattern: [...before, ''] } : { kind: 'hasTag', key: tag },
      ),
  )
}

function parseAssigned(value: FilterValue, context: SearchContext): IssueMeaning {
  const { text } = value
  if (text === 'none') return { kind: 'not', of: { kind: 'assigned', to: 'anyone' } }
  if (text === 'any') return { kind: 'assigned', to: 'anyone' }
  const people = parsePeople(value, context)
  if (people === undefined) return { message: 'needs me, my_teams, none, any, an e-mail address or a #team' }
  return 'message' in people ? people : { kind: 'assigned', to: people }
}

function parseMentions(value: FilterValue, { accountId }: SearchContext): IssueMeaning {
  // Whoever mentions a team means its members.
  if (value.text === 'me') return accountId === undefined ? NOBODY : mentionsOf(accountId)
  const people = parsePeople(value, { now: 0, accountId })
  if (people === undefined) return { message: 'needs me, my_teams, an e-mail address or a #team' }
  return 'message' in people ? people : { kind: 'mentions', of: people }
}

/** Undefined for what names nobody. */
function parsePeople(
  { text, pattern }: FilterValue,
  { accountId }: SearchContext,
): People | { message: string } | undefined {
  if (text === 'me') return accountId === undefined ? NOBODY : { accountId }
  if (text === 'my_teams') return accountId === undefined ? NOBODY : { teamsOf: accountId }
  if (/^#./.test(text)) return { team: text.slice(1) }
  return text.includes('@') || pattern.length > 1 ? { email: pattern } : undefined
}

function mentionsOf(accountId: number): IssueCondition {
  return {
    kind: 'any',
    of: [
      { kind: 'mentions', of: { accountId } },
      { kind: 'mentions', of: { teamsOf: accountId } },
    ],
  }
}

/** What an account has to look at: open, and its own, its teams' or with a mention of it. */
function forAccount(accountId: number): IssueCondition {
  const of: IssueCondition[] = [
    { kind: 'assigned', to: { accountId } },
    { kind: 'assigned', to: { teamsOf: accountId } },
    mentionsOf(accountId),
  ]
  return {
    kind: 'all',
    of: [
      { kind: 'state', state: 'unresolved' },
      { kind: 'any', of },
    ],
  }
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

/** Of any exception in the chain; the issue itself is named by one of them. */
function parseErrorType({ pattern }: FilterValue): IssueMeaning {
  return anyOf([{ kind: 'text', field: 'type', pattern }, ...testPlaces(placesOf('error.type'), pattern)])
}

/** As Sentry says it: `error.unhandled:true`, and `error.handled:false` for the same. */
function parseHandled(isHandled: boolean): IssueKeyReader {
  return ({ text }) => {
    const isTrue = /^(true|yes|1)$/i.test(text)
    if (!isTrue && !/^(false|no|0)$/i.test(text)) return { message: 'needs true or false' }
    return { kind: 'tag', key: 'handled', pattern: [isTrue === isHandled ? 'yes' : 'no'] }
  }
}

function parseRelease({ text, pattern }: FilterValue): IssueMeaning {
  return text === 'latest'
    ? { kind: 'latestRelease', of: 'events' }
    : anyOf(testPlaces(placesOf('release'), pattern))
}

function parseFirstRelease({ text, pattern }: FilterValue): IssueMeaning {
  if (text === 'latest') return { kind: 'latestRelease', of: 'first' }
  const [first = '', ...rest] = pattern
  return anyOf([
    { kind: 'text', field: 'firstRelease', pattern },
    { kind: 'text', field: 'firstRelease', pattern: ['', `@${first}`, ...rest] },
  ])
}

function inPlaces(places: readonly Place[]): IssueKeyReader {
  return withoutOrder(({ pattern }) => anyOf(testPlaces(places, pattern)))
}

function testPlaces(places: readonly Place[], pattern: Pattern): IssueCondition[] {
  const [first = '', ...rest] = pattern
  return places
    .filter(({ before }) => !isPart(before) || !pattern.join('').includes(before.at(-1) ?? ''))
    .map(({ tag, before: [...before] = [''] }) => {
      const last = before.pop() ?? ''
      return { kind: 'tag', key: tag, pattern: [...before, last + first, ...rest] }
    })
}

/** The end of a value, whatever comes before it. What has the separator itself is the whole value. */
function isPart(before: Pattern | undefined): before is Pattern {
  return before !== undefined && before.length > 1
}

function anyOf(of: IssueCondition[]): IssueCondition {
  const [only] = of
  return of.length === 1 && only !== undefined ? only : { kind: 'any', of }
}

/** A pattern without stars is looked for anywhere in the text. */
function within(pattern: Pattern): Pattern {
  return pattern.length > 1 ? pattern : ['', ...pattern, '']
}
