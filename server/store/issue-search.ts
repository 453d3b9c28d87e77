import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../search/condition.ts'
import type { IssueSort } from '../search/sort.ts'
import { type SearchMoment, testIssue } from './issue-conditions.ts'
import { readIssueGrowth } from './issue-growth.ts'
import { type IssueRow, selectIssues } from './issues.ts'
import { prepareQuery } from './prepared.ts'
import type { Database } from './schema.ts'
import { type TwoWayCursor, type TwoWayPage, toTwoWayPage } from './two-way-cursor.ts'

export interface IssueSearch {
  limit: number
  sort: IssueSort
  condition?: Condition | undefined
  cursor?: TwoWayCursor | undefined
  projectSlug?: string | undefined
  now: number
}

interface SearchValues extends SearchMoment {
  limit: number
  projectSlug: string
  value: number
  id: number
  growth: string
}

type SearchRow = IssueRow & { place: number }
type SearchQuery = (db: Kysely<Database>, values: SearchValues) => Promise<SearchRow[]>

const DAY_MS = 86_400_000
/** Building one takes Kysely longer than the answer takes SQLite; what lists are asked for is mostly the same. */
const MOST_QUERIES = 200
const queries = new Map<string, SearchQuery>()

export async function searchIssueRows(
  db: Kysely<Database>,
  { limit, sort, condition, cursor, projectSlug, now }: IssueSearch,
): Promise<TwoWayPage<IssueRow>> {
  const hasLapsed = (await findLapsed(db, { now })).length > 0
  const shape: Shape = {
    sort,
    condition,
    hasLapsed,
    isOfProject: projectSlug !== undefined,
    cursor: direction(cursor),
  }
  const rows = await queryOf(shape)(db, {
    limit: limit + 1,
    projectSlug: projectSlug ?? '',
    value: cursor?.value ?? 0,
    id: cursor?.id ?? 0,
    growth: sort === 'trends' ? await readIssueGrowth(db, now) : '',
    now,
    dayAgo: now - DAY_MS,
  })
  return toTwoWayPage(rows, limit, cursor, ({ place, id }) => ({ value: place, id }))
}

/** All that the text of the query depends on. */
interface Shape {
  sort: IssueSort
  condition: Condition | undefined
  hasLapsed: boolean
  isOfProject: boolean
  cursor: 'none' | 'forward' | 'backward'
}

function direction(cursor: TwoWayCursor | undefined): Shape['cursor'] {
  if (cursor === undefined) return 'none'
  return cursor.isBackward ? 'backward' : 'forward'
}

function queryOf(shape: Shape): SearchQuery {
  const name = JSON.stringify(shape)
  const query = queries.get(name) ?? prepareSearch(shape)
  queries.delete(name) // the latest last
  queries.set(name, query)
  const oldest = queries.size > MOST_QUERIES ? queries.keys().next().value : undefined
  if (oldest !== undefined) queries.delete(oldest)
  return query
}

function prepareSearch({ sort, condition, hasLapsed, isOfProject, cursor }: Shape): SearchQuery {
  return prepareQuery((db, { limit, projectSlug, value, id, growth, now, dayAgo }: SearchValues) => {
    const place = sortExpressions[sort]
    const order = cursor === 'backward' ? 'asc' : 'desc'
    const sign = sql.raw(cursor === 'backward' ? '>' : '<')
    return selectIssues(db)
      .select(place.as('place'))
      .$if(sort === 'trends', (query) =>
        query.innerJoin(growthTable(growth), (join) => join.onRef('growth.id', '=', 'issue.id')),
      )
      .where('issue.deleted_at', 'is', null)
      .where((eb) => {
        const test = eb.and([
          ...(condition ? [testIssue(eb, condition, { now, dayAgo, hasLapsed })] : []),
          // By id, so that the index on the project serves the order too.
          ...(isOfProject ? [eb('issue.project_id', '=', projectId(eb, projectSlug))] : []),
        ])
        // No index inside of iif(): one would tempt SQLite to read all growths for each issue.
        return sort === 'trends' ? sql<SqlBool>`iif(${test}, 1, 0)` : test
      })
      .$if(cursor !== 'none', (query) =>
        query.where(sql<SqlBool>`(${place}, ${sql.ref('issue.id')}) ${sign} (${value}, ${id})`),
      )
      .orderBy(place, order)
      .orderBy('issue.id', order)
      .limit(limit)
  })
}

function projectId(eb: ExpressionBuilder<Database, 'issue'>, slug: string) {
  return eb.selectFrom('project as wanted').select('wanted.id').where('wanted.slug', '=', slug)
}

const sortExpressions: Record<IssueSort, RawBuilder<number>> = {
  date: sql.ref<number>('issue.last_seen'),
  new: sql.ref<number>('issue.first_seen'),
  freq: sql.ref<number>('issue.event_count'),
  user: sql.ref<number>('issue.user_count'),
  trends: sql.ref<number>('growth.growth'),
}

/** It leads the query: its issues are read by their ids. */
function growthTable(growth: string) {
  return sql<{ id: number; growth: number }>`(
    select value ->> 0 as id, value ->> 1 as growth from json_each(${growth}))`.as<'growth'>(
    sql.ref('growth'),
  )
}

/** Any issue whose ignoring has ended by itself, which nobody has written down yet. */
export const findLapsed = prepareQuery((db, { now }: { now: number }) =>
  db.selectFrom('issue').select('id').where('status_until', '<=', now).limit(1),
)
