import type { Condition } from '../condition.ts'
import {
  type Dialect,
  type FilterValue,
  type KeyReader,
  type Meaning,
  parseInDialect,
  type Read,
  withoutOrder,
} from '../dialect.ts'
import { parseId } from '../ids.ts'
import { anyPackage, type TextCondition, type TextOf, unknownKey } from './text-tests.ts'

/** What feedback must say to be found. Case does not matter. */
export type FeedbackTest =
  | TextOf<FeedbackField>
  | { kind: 'trace'; id: string }
  | { kind: 'has'; part: FeedbackPart }
export type FeedbackCondition = Condition<FeedbackTest>

export type FeedbackField =
  | 'message'
  | 'name'
  | 'email'
  | 'url'
  | 'source'
  | 'release'
  | 'environment'
  | 'projectSlug'

const PARTS = ['email', 'url', 'trace', 'issue'] as const
export type FeedbackPart = (typeof PARTS)[number]

/** Those that a field offers, as users write them. */
export const FEEDBACK_KEY_NAMES = [
  ...['user.email', 'user', 'message', 'url', 'release', 'environment', 'project', 'source', 'has', 'trace'],
]

type Reader = KeyReader<FeedbackTest, undefined>

const email = exactly('email')
const user: Reader = withoutOrder(({ pattern }) => anyOf(['name', 'email'], pattern))
const environment = exactly('environment')

const FEEDBACK: Dialect<FeedbackTest, undefined> = {
  keys: {
    message: partOf('message'),
    user,
    name: exactly('name'),
    'user.username': exactly('name'),
    email,
    'user.email': email,
    url: partOf('url'),
    source: exactly('source'),
    release: withoutOrder(({ pattern }) => anyPackage('release', pattern)),
    environment,
    env: environment,
    project: exactly('projectSlug'),
    trace: withoutOrder(parseTrace),
    has: withoutOrder(parseHas),
  },
  otherKey: (key) => unknownKey(key, 'feedback does', FEEDBACK_KEY_NAMES),
  text: ({ text }) => anyOf(['message', 'name', 'email'], ['', text, '']),
}

export function parseFeedbackSearch(text: string): Read<FeedbackTest> {
  return parseInDialect(text, FEEDBACK, undefined)
}

function parseTrace({ text }: FilterValue): Meaning<FeedbackTest> {
  const id = parseId(text)
  return id === undefined ? { message: 'needs an id of 32 hex characters' } : { kind: 'trace', id }
}

function parseHas({ text }: FilterValue): Meaning<FeedbackTest> {
  const part = PARTS.find((known) => known === text.toLowerCase())
  return part ? { kind: 'has', part } : { message: `is not supported: use ${PARTS.join(', ')}` }
}

function exactly(field: FeedbackField): Reader {
  return withoutOrder(({ pattern }) => ({ kind: 'text', field, pattern }))
}

function partOf(field: FeedbackField): Reader {
  return withoutOrder(({ pattern }) => ({ kind: 'text', field, pattern: ['', ...pattern, ''] }))
}

function anyOf(fields: readonly FeedbackField[], pattern: readonly string[]): TextCondition<FeedbackField> {
  return { kind: 'any', of: fields.map((field) => ({ kind: 'text', field, pattern: [...pattern] })) }
}
