import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { IssueCondition, IssueState, IssueTest } from '#server/search/dialects/issue-condition.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findsIssue, like } from '#server/store/words.ts'
import { testAssigned, testMentions } from './people-conditions.ts'
import { happenedInScope } from './scope/scope-counts.ts'
import { testHasTag, testLatestRelease, testTag } from './tag-conditions.ts'

type Builder = ExpressionBuilder<Database, 'issue'>
type Test = Expression<SqlBool>

/** What a query is given each time that it runs. */
export interface SearchMoment {
  now: number
  /** A day before. */
  dayAgo: number
  /** known-releases.ts; empty where the condition does not ask for it. */
  latestReleases: string
}

export interface SearchTerms extends SearchMoment {
  /** Whether any issue's ignoring has ended by itself: asked beforehand, so that the usual list goes by one index. */
  hasLapsed: boolean
}

/** A condition as a test of an issue's row. */
export function testIssue(eb: Builder, condition: IssueCondition, terms: SearchTerms): Test {
  return testCondition<IssueTest>(condition, {
    test: (test) => testOne(eb, test, terms),
    // Words that all must be there are one question to the index.
    all(parts, fold) {
      const words = parts.filter((part) => part.kind === 'words')
      const others = parts.filter((part) => part.kind !== 'words').map(fold)
      return eb.and(words.length === 0 ? others : [findsIssue(eb.ref('issue.id'), words), ...others])
    },
  })
}

function testOne(eb: Builder, test: IssueTest, terms: SearchTerms): Test {
  switch (test.kind) {
    case 'words':
      return findsIssue(eb.ref('issue.id'), [test])
    case 'number':
      return testRange(eb, columns[test.field], test)
    case 'time':
      return testRange(eb, columns[test.field], test)
    case 'text':
      return test.field === 'projectSlug'
        ? testProject(eb, like(sql.ref('named.slug'), test.pattern))
        : like(textColumns[test.field], test.pattern)
    case 'happened':
      return happenedInScope(test)
    case 'level':
      return eb('issue.level', '=', test.level)
    case 'state':
      return testState(eb, test.state, terms)
    case 'assigned':
      return testAssigned(eb, test.to)
    case 'mentions':
      return testMentions(eb, test.of)
    case 'bookmarked':
      return eb(
        'issue.id',
        'in',
        eb.selectFrom('issue_bookmark').select('issue_id').where('account_id', '=', test.accountId),
      )
    case 'tag':
      return testTag(eb, test.key, test.pattern)
    case 'hasTag':
      return testHasTag(eb, test.key)
    case 'latestRelease':
      return testLatestRelease(eb, test.of, terms.latestReleases)
    case 'numbered':
      return testNumbered(eb, test)
    case 'event':
    case 'trace':
      return testEvent(eb, test.kind, test.id)
    case 'digest':
    case 'digestPrefix':
      return testDigest(eb, test)
  }
}

const columns = {
  eventCount: 'issue.event_count',
  userCount: 'issue.user_count',
  firstSeen: 'issue.first_seen',
  lastSeen: 'issue.last_seen',
} as const
const textColumns = {
  type: sql.ref('issue.type'),
  value: sql.ref('issue.value'),
  culprit: sql.ref('issue.culprit'),
  firstRelease: sql.ref('issue.first_release'),
  title: sql`(issue.type || ': ' || issue.value)`,
}

function testProject(eb: Builder, isNamed: Expression<SqlBool>): Test {
  const projects = eb.selectFrom('project as named').select('named.id').where(isNamed)
  return eb('issue.project_id', 'in', projects)
}

/** A merged issue is found in the one that it is part of now. */
function testNumbered(eb: Builder, { projectSlug, number }: Extract<IssueTest, { kind: 'numbered' }>): Test {
  const merged = eb
    .selectFrom('issue_redirect')
    .innerJoin('project as merged_of', 'merged_of.id', 'issue_redirect.project_id')
    .select('issue_redirect.issue_id')
    .where('merged_of.slug', '=', projectSlug)
    .where('issue_redirect.number', '=', number)
  return eb.or([
    eb.and([eb('issue.number', '=', number), testProject(eb, eb(sql.ref('named.slug'), '=', projectSlug))]),
    eb('issue.id', 'in', merged),
  ])
}

function testRange(
  eb: Builder,
  column: (typeof columns)[keyof typeof columns],
  { from, before }: { from?: number; before?: number },
): Test {
  return eb.and([
    ...(from === undefined ? [] : [eb(column, '>=', from)]),
    ...(before === undefined ? [] : [eb(column, '<', before)]),
  ])
}

function testState(eb: Builder, state: IssueState, { now, dayAgo, hasLapsed }: SearchTerms): Test {
  const isLapsed = eb.and([eb('issue.status', '=', 'ignored'), eb('issue.status_until', '<=', now)])
  switch (state) {
    case 'unresolved':
      return hasLapsed ? eb.or([eb('issue.status', '=', 'open'), isLapsed]) : eb('issue.status', '=', 'open')
    case 'ignored':
      return hasLapsed
        ? eb.and([eb('issue.status', '=', 'ignored'), eb.not(isLapsed)])
        : eb('issue.status', '=', 'ignored')
    case 'resolved':
    case 'archived':
      return eb('issue.status', '=', state)
    case 'regressed':
    case 'escalating':
      return eb.and([eb('issue.status', '=', 'open'), eb('issue.substatus', '=', state)])
    case 'unhandled':
      return eb('issue.is_unhandled', '=', 1)
    case 'new':
      return eb('issue.first_seen', '>', dayAgo)
    case 'for_review':
      return eb.and([
        eb('issue.status', '=', 'open'),
        eb('issue.assigned_to', 'is', null),
        eb('issue.assigned_team', 'is', null),
        eb.or([eb('issue.substatus', 'is not', null), eb('issue.first_seen', '>', dayAgo)]),
      ])
  }
}

function testEvent(eb: Builder, kind: 'event' | 'trace', id: string): Test {
  const events = eb.selectFrom('event').select('issue_id')
  if (kind === 'trace') {
    // by the index on the beginning of a trace's id
    const isOfTrace = sql<SqlBool>`substr(trace_id, 1, 8) = ${id.slice(0, 8)} and trace_id = ${id}`
    return eb('issue.id', 'in', events.where(isOfTrace))
  }
  const projects = eb.selectFrom('project as any_project').select('any_project.id')
  return eb('issue.id', 'in', events.where('project_id', 'in', projects).where('event_id', '=', id))
}

function testDigest(eb: Builder, of: Extract<IssueTest, { kind: 'digest' | 'digestPrefix' }>): Test {
  const events = eb
    .selectFrom('digest')
    .innerJoin('event', 'event.id', 'digest.event_row_id')
    .select('event.issue_id')
  return eb(
    'issue.id',
    'in',
    of.kind === 'digest'
      ? events.where('digest.digest', '=', of.digest)
      : events.where('digest.fault', '=', of.prefix),
  )
}
