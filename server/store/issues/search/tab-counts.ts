import type { ExpressionBuilder, Kysely } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import type { IssueState } from '#server/search/dialects/issue-condition.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import { OWN_PROJECT_ID, type ProjectsAsked } from '#server/store/projects/own-project.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { testIssue } from './conditions.ts'
import { unlessLapsed } from './search.ts'

/** How many issues the list's tabs hold; MOST_COUNTED stands for that many or more. */
export interface TabCounts {
  unresolved: number
  forReview: number
  regressed: number
  ignored: number
}

const MOST_COUNTED = 100

/** Counts the issues of projects, which are asked for as JSON; remembered until something is written. */
export const countIssueTabs = rememberPerStore(
  ({ db }, asked: string, clock) => queryCounts(db, JSON.parse(asked) as Partial<ProjectsAsked>, clock()), // written by the desk
)

async function queryCounts(
  db: Kysely<Database>,
  { slug, isWithoutOwn }: Partial<ProjectsAsked>,
  now: number,
): Promise<TabCounts> {
  const projects = slug !== undefined ? 'one' : isWithoutOwn ? 'withoutOwn' : 'all'
  const values = { projectSlug: slug ?? '', now, dayAgo: now - DAY_MS }
  const [counts] = await unlessLapsed(db, now, (hasLapsed) =>
    queries[hasLapsed ? 1 : 0][projects](db, values),
  )
  if (counts === undefined) throw new Error('Cannot count issues: the database returned no row')
  return counts
}

type Projects = 'all' | 'one' | 'withoutOwn'

const queries = [prepareAll(false), prepareAll(true)] as const

function prepareAll(hasLapsed: boolean) {
  return {
    all: prepareCounts(hasLapsed, 'all'),
    one: prepareCounts(hasLapsed, 'one'),
    withoutOwn: prepareCounts(hasLapsed, 'withoutOwn'),
  }
}

interface CountValues {
  projectSlug: string
  now: number
  dayAgo: number
}

function prepareCounts(hasLapsed: boolean, projects: Projects) {
  return prepareQuery((db, { projectSlug, now, dayAgo }: CountValues) => {
    const count = (eb: ExpressionBuilder<Database, never>, state: IssueState) =>
      eb
        .selectFrom(
          eb
            .selectFrom('issue')
            .innerJoin('project', 'project.id', 'issue.project_id')
            .where('issue.deleted_at', 'is', null)
            .where((of) =>
              testIssue(of, { kind: 'state', state }, { now, dayAgo, latestReleases: '', hasLapsed }),
            )
            .$if(projects === 'one', (query) => query.where('project.slug', '=', projectSlug))
            .$if(projects === 'withoutOwn', (query) => query.where('project.id', '<>', OWN_PROJECT_ID))
            .select('issue.id')
            .limit(MOST_COUNTED)
            .as('some'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
    return db
      .selectNoFrom((eb) => [
        count(eb, 'unresolved').as('unresolved'),
        count(eb, 'for_review').as('forReview'),
        count(eb, 'regressed').as('regressed'),
        count(eb, 'ignored').as('ignored'),
      ])
      .$castTo<TabCounts>() // a count is never null
  })
}
