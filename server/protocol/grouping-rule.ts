import * as v from 'valibot'
import { unknownVariables } from './fingerprint.ts'

/** Each rule is tried on each event, matcher by matcher. */
const MOST_RULES = 100
const MOST_MATCHERS = 10
const MOST_PARTS = 10
const LONGEST = 256

/** The parts of an event that a rule's globs are compared with; `tags.<name>` beside them. */
const MATCHER_KEYS = ['type', 'message', 'path', 'module', 'function', 'release', 'level'] as const

const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const

const text = v.pipe(
  v.string(),
  v.minLength(1, 'it is empty'),
  v.maxLength(LONGEST, `it is longer than ${LONGEST} characters`),
)

const template = v.pipe(
  text,
  v.check(
    (given) => unknownVariables(given).length === 0,
    ({ input }) => `{{ ${unknownVariables(input)[0]} }} is unknown`,
  ),
)

const matcherKey = v.pipe(
  text,
  v.check(
    (key) => MATCHER_KEYS.some((known) => known === key) || /^tags\../.test(key),
    ({ input }) => `"${input}" is not one of ${MATCHER_KEYS.join(', ')}, tags.<name>`,
  ),
)

const groupingRule = v.pipe(
  v.object({
    /** All matchers must match. */
    match: v.pipe(
      v.array(v.object({ key: matcherKey, glob: text })),
      v.minLength(1, 'it has nothing to match'),
      v.maxLength(MOST_MATCHERS, `there are more than ${MOST_MATCHERS}`),
    ),
    fingerprint: v.optional(
      v.pipe(v.array(template), v.minLength(1), v.maxLength(MOST_PARTS, `there are more than ${MOST_PARTS}`)),
    ),
    title: v.optional(
      v.pipe(
        template,
        v.check((given) => !/\{\{\s*default\s*\}\}/.test(given), 'a title cannot use {{ default }}'),
      ),
    ),
    level: v.optional(v.picklist(LEVELS, `it is not one of ${LEVELS.join(', ')}`)),
    /** The event is dropped with the reason `grouping-rule`. */
    drop: v.optional(v.literal(true)),
  }),
  v.check(
    ({ fingerprint, title, level, drop }) => Boolean(fingerprint || title || level || drop),
    'it has no effect: it needs a fingerprint, a title or a level, or drops the events',
  ),
  v.check(
    ({ fingerprint, title, level, drop }) => !drop || !(fingerprint || title || level),
    'a rule that drops events cannot set a fingerprint, title or level',
  ),
)

export type GroupingRule = v.InferOutput<typeof groupingRule>

export const groupingSchema = v.object({
  rules: v.optional(
    v.pipe(v.array(groupingRule), v.maxLength(MOST_RULES, `there are more than ${MOST_RULES}`)),
    [],
  ),
})
