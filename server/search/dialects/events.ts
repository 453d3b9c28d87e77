import type { NormalizedEvent } from '#server/processing/event.ts'
import { countedOf } from '#server/processing/tags.ts'
import { type Condition, foldCondition, testsOf } from '../condition.ts'
import { type Dialect, type KeyReader, parseInDialect, type Read } from '../dialect.ts'
import { isLike } from '../is-like.ts'
import type { IssueTest, SearchContext } from './issue-condition.ts'
import { ISSUE_KEYS, parseTag } from './issue-keys.ts'
import { ISSUE_KEY_NAMES } from './known-keys.ts'
import { PLACES } from './tag-places.ts'

/** What must be true of an event: the tests of issues that also mean something for one event. */
export type EventTest = Extract<
  IssueTest,
  { kind: 'words' | 'text' | 'level' | 'tag' | 'hasTag' | 'event' | 'trace' }
>
export type EventCondition = Condition<EventTest>

/** An event as searches see it. */
export interface SearchedEvent {
  eventId: string
  level: string
  type: string
  value: string
  payload: NormalizedEvent
}

/** The keys of issues that ask what an event says; the others ask what was done with an issue, or count its events. */
const OF_EVENTS = new Set([
  ...Object.keys(PLACES),
  ...['has', 'level', 'type', 'title', 'message', 'error.value', 'error.handled', 'error.unhandled'],
  ...['id', 'event.id', 'trace', 'version', 'release.version'],
])
/** Those that a field offers, as users write them. */
export const EVENT_KEY_NAMES = ISSUE_KEY_NAMES.filter((key) => OF_EVENTS.has(key.toLowerCase()))
const FIELDS = new Set(['type', 'value', 'title'])

const EVENTS: Dialect<IssueTest, SearchContext> = {
  keys: Object.fromEntries(
    Object.entries(ISSUE_KEYS).map(([key, read]) => [key, OF_EVENTS.has(key) ? ofEvent(read) : refuse]),
  ),
  otherKey: parseTag,
  text: ({ text, isPhrase }) => ({ kind: 'words', text, isPhrase }),
}

/** Reads a search of one issue's events, in the grammar and with the keys of the search for issues. */
export function parseEventSearch(text: string): Read<EventTest> {
  return parseInDialect(text, EVENTS, { now: 0 }) as Read<EventTest> // `ofEvent` lets no other test through
}

function refuse(): { message: string } {
  return { message: 'asks about issues, not about their events' }
}

function ofEvent(read: KeyReader<IssueTest, SearchContext>): KeyReader<IssueTest, SearchContext> {
  return (value, context) => {
    const meaning = read(value, context)
    if (!('kind' in meaning)) return meaning
    return testsOf<IssueTest>(meaning).every(isOfEvent) ? meaning : refuse()
  }
}

function isOfEvent(test: IssueTest): test is EventTest {
  switch (test.kind) {
    case 'words':
    case 'level':
    case 'tag':
    case 'hasTag':
    case 'event':
    case 'trace':
      return true
    case 'text':
      return FIELDS.has(test.field)
    default:
      return false
  }
}

type Counted = ReadonlyMap<string, ReadonlySet<string>>
type EventMatcher = (event: SearchedEvent, counted: Counted) => boolean

/** Makes the test of an event, whose payload is read once for all tests. */
export function eventMatcher(condition: EventCondition): (event: SearchedEvent) => boolean {
  const matches = foldCondition<EventTest, EventMatcher>(condition, {
    test: (test) => (event, counted) => passes(event, counted, test),
    all(parts, fold) {
      const matchers = parts.map(fold)
      return (event, counted) => matchers.every((matches) => matches(event, counted))
    },
    any: (matchers) => (event, counted) => matchers.some((matches) => matches(event, counted)),
    not: (matches) => (event, counted) => !matches(event, counted),
  })
  return (event) => matches(event, countedValues(event.payload))
}

function countedValues(payload: NormalizedEvent): Counted {
  const { tags, shared } = countedOf(payload)
  const values = new Map<string, Set<string>>()
  for (const [key, value] of [...tags, ...shared]) {
    const known = values.get(key)
    if (known) known.add(value)
    else values.set(key, new Set([value]))
  }
  return values
}

function passes(event: SearchedEvent, counted: Counted, test: EventTest): boolean {
  switch (test.kind) {
    case 'words':
      return titleOf(event).toLowerCase().includes(test.text.toLowerCase())
    case 'text':
      return isLike(
        test.field === 'type' ? event.type : test.field === 'value' ? event.value : titleOf(event),
        test.pattern,
      )
    case 'level':
      return event.level === test.level
    case 'hasTag':
      return counted.has(test.key)
    case 'tag': {
      const values = counted.get(test.key)
      if (values === undefined) return false
      const [whole = ''] = test.pattern
      // As for issues: without stars it is the value, case and all.
      return test.pattern.length === 1
        ? values.has(whole)
        : [...values].some((value) => isLike(value, test.pattern))
    }
    case 'event':
      return event.eventId === test.id
    case 'trace':
      return event.payload.contexts.trace?.trace_id === test.id
  }
}

function titleOf({ type, value }: SearchedEvent): string {
  return `${type}: ${value}`
}
