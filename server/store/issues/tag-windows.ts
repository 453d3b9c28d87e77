import type { Kysely } from 'kysely'
import { FIELD_PREFIX } from '#server/processing/search-fields.ts'
import { foldCondition, testsOf } from '#server/search/condition.ts'
import type { EventCondition, EventTest } from '#server/search/dialects/events.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { OTHER_KEYS } from './tag-limits.ts'

/** When events arrived that may match, both included; `null` where none can. */
export type Window = { from: number; to: number } | null

const ALWAYS: Window = { from: 0, to: Number.MAX_SAFE_INTEGER }
/** A search names a few; what is beyond them narrows nothing. */
const MOST_ASKED = 40

/**
 * Finds when events that match a search can have arrived, by the counts of the issue's tags: each value has the times of
 * its first and last event. So the six events of one user are found without reading those of all others.
 */
export async function findWindow(
  db: Kysely<Database>,
  { projectId, issueId }: { projectId: number; issueId: number },
  condition: EventCondition,
): Promise<Window> {
  const asked = testsOf<EventTest>(condition).filter(isExact).slice(0, MOST_ASKED)
  if (asked.length === 0) return ALWAYS
  const keys = [...new Set(asked.map(({ key }) => key))]
  const values = [...new Set(asked.map(({ pattern }) => pattern[0] ?? ''))]
  const [counted, known] = await Promise.all([
    db
      .selectFrom('issue_tag')
      .select(['key', 'value', 'first_seen as from', 'last_seen as to'])
      .where('project_id', '=', projectId)
      .where('issue_id', '=', issueId)
      .where('key', 'in', keys)
      .where('value', 'in', values)
      .execute(),
    db
      .selectFrom('issue_tag_key')
      .select(['key', 'other_count as otherCount'])
      .where('project_id', '=', projectId)
      .where('issue_id', '=', issueId)
      .where('key', 'in', [...keys, OTHER_KEYS])
      .execute(),
  ])
  const windows = new Map(counted.map(({ key, value, ...window }) => [`${key}\n${value}`, window]))
  const others = new Map(known.map(({ key, otherCount }) => [key, otherCount]))
  /** Beyond the most that are counted, a value or a whole key may be there without a row. */
  const isComplete = (key: string) => others.get(key) === 0 || (!others.has(key) && !others.has(OTHER_KEYS))

  return foldCondition<EventTest, Window>(condition, {
    test(test, isNegated) {
      if (isNegated || !isExact(test) || !asked.includes(test)) return ALWAYS
      return windows.get(`${test.key}\n${test.pattern[0]}`) ?? (isComplete(test.key) ? null : ALWAYS)
    },
    all: (parts, fold) => parts.map(fold).reduce(intersect, ALWAYS),
    any: (parts) => parts.reduce(unite, null),
    not: () => ALWAYS,
  })
}

type ExactTest = Extract<EventTest, { kind: 'tag' }>

/** Fields that most events share are counted once for an issue, so their times say nothing of single events. */
function isExact(test: EventTest): test is ExactTest {
  if (test.kind !== 'tag' || test.pattern.length !== 1) return false
  return !test.key.startsWith(FIELD_PREFIX) || /^(user|geo)\./.test(test.key.slice(FIELD_PREFIX.length))
}

function intersect(a: Window, b: Window): Window {
  if (a === null || b === null) return null
  const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return both.from <= both.to ? both : null
}

function unite(a: Window, b: Window): Window {
  if (a === null || b === null) return a ?? b
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}
