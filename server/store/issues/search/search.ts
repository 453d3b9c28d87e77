import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { DAY_MS } from '#server/protocol/time.ts'
import { testsOf } from '#server/search/condition.ts'
import type { IssueCondition } from '#server/search/dialects/issue-condition.ts'
import type { IssueSort } from '#server/search/sort.ts'
import { prepareByShape, prepareQuery } from '#server/store/engine/prepared-query.ts'
import { type TwoWayCursor, type TwoWayPage, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import { type IssueRow, selectIssues } from '#server/store/issues/issues.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import { readLatestReleases } from '#server/store/releases/known-releases.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'
import { type SearchMoment, testIssue } from './conditions.ts'
import { type IssueGrowth, readIssueGrowth } from './growth.ts'
import type { EventScope } from './scope/scope-counts.ts'
import { readScopeOrder } from './scope/scope-order.ts'

export interface IssueSearch {
  limit: number
  sort: IssueSort
  condition?: IssueCondition | undefined
  cursor?: TwoWayCursor | undefined
  projectSlug?: string | undefined
  /** Sorting by events or users counts those of the scope. */
  scope?: EventScope | undefined
  isWithoutOwn?: boolean | undefined
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

export async function searchIssueRows(
  db: Kysely<Database>,
  search: IssueSearch,
): Promise<TwoWayPage<IssueRow>> {
  const rows = await unlessLapsed(db, search.now, (hasLapsed) => readRows(db, search, hasLapsed))
  return toTwoWayPage(rows, search.limit, search.cursor, ({ place, id }) => ({ value: place, id }))
}

/**
 * Reads what depends on whether an issue's ignoring has ended by itself without anybody having written that down yet. That is
 * rarely so, and read anew then: to wait for it first would make each list wait once more for a database that is far away.
 */
export async function unlessLapsed<Read>(
  db: Kysely<Database>,
  now: number,
  read: (hasLapsed: boolean) => Promise<Read>,
): Promise<Read> {
  const [hasLapsed, found] = await Promise.all([isAnyLapsed(db, now), read(false)])
  return hasLapsed ? read(true) : found
}

async function readRows(
  db: Kysely<Database>,
  { limit, sort, condition, cursor, projectSlug, isWithoutOwn = false, scope, now }: IssueSearch,
  hasLapsed: boolean,
): Promise<SearchRow[]> {
  const shape: Shape = {
    // By a list of issues and their numbers, as for trends.
    sort: scope && isCounted(sort) ? 'trends' : sort,
    condition,
    hasLapsed,
    projects: projectSlug !== undefined ? 'one' : isWithoutOwn ? 'without-own' : 'all',
    cursor: direction(cursor),
  }
  const values: SearchValues = {
    limit: limit + 1,
    projectSlug: projectSlug ?? '',
    value: cursor?.value ?? 0,
    id: cursor?.id ?? 0,
    growth: '',
    now,
    dayAgo: now - DAY_MS,
    latestReleases: condition && asksForLatest(condition) ? await readLatestReleases(db) : '',
  }
  if (scope && isCounted(sort)) {
    return readRanked(db, await readScopeOrder(db, { scope, by: COUNTED[sort] }, now), { shape, values })
  }
  return sort === 'trends'
    ? readRanked(db, await readIssueGrowth(db, now), { shape, values })
    : selectFound(db, values, shape)
}

/**
 * The first issues of the ranking are asked for first, and mostly are all that the page needs: to order all of them takes
 * SQLite longer than all the rest. What a search seldom finds is looked for in twice as many each time.
 */
async function readRanked(
  db: Kysely<Database>,
  all: readonly IssueGrowth[],
  { shape, values }: { shape: Shape; values: SearchValues },
): Promise<SearchRow[]> {
  const ordered = shape.cursor === 'backward' ? all.toReversed() : all
  const isBeyond = ([id, growth]: IssueGrowth) => {
    const distance = values.value - growth || values.id - id
    return shape.cursor === 'backward' ? distance < 0 : distance > 0
  }
  const rows: SearchRow[] = []
  let rest = shape.cursor === 'none' ? ordered : ordered.filter(isBeyond)
  for (let size = FIRST_GROWN; rest.length > 0 && rows.length < values.limit; size *= 2) {
    const growth = JSON.stringify(rest.slice(0, size))
    rows.push(...(await selectFound(db, { ...values, growth, limit: values.limit - rows.length }, shape)))
    rest = rest.slice(size)
  }
  return rows
}

const FIRST_GROWN = 128

/** What is counted in a scope. */
const COUNTED = { freq: 'events', user: 'users' } as const

function isCounted(sort: IssueSort): sort is keyof typeof COUNTED {
  return sort in COUNTED
}

function asksForLatest(condition: IssueCondition): boolean {
  return testsOf(condition).some(({ kind }) => kind === 'latestRelease')
}

/** All that the text of the query depends on. */
interface Shape {
  sort: IssueSort
  condition: IssueCondition | undefined
  hasLapsed: boolean
  projects: 'all' | 'one' | 'without-own'
  cursor: 'none' | 'forward' | 'backward'
}

function direction(cursor: TwoWayCursor | undefined): Shape['cursor'] {
  if (cursor === undefined) return 'none'
  return cursor.isBackward ? 'backward' : 'forward'
}

/** People ask for few different lists, so the same queries are used again and again. */
const selectFound = prepareByShape((db, values: SearchValues, shape: Shape) => {
  const { sort } = shape
  return sort === 'date' || sort === 'new'
    ? readInOrder(db, sort, shape, values)
    : readPicked(db, sort, shape, values)
})

/** By an index that has the order already: it ends where the page ends. */
function readInOrder(db: Kysely<Database>, sort: 'date' | 'new', shape: Shape, values: SearchValues) {
  const place = sql.ref<number>(`issue.${COLUMNS[sort]}`)
  const order = orderOf(shape)
  return selectIssues(db)
    .select(place.as('place'))
    .where((eb) => testShape(eb, shape, values))
    .$if(shape.cursor !== 'none', (query) => query.where(beyond(place, shape, values)))
    .orderBy(place, order)
    .orderBy('issue.id', order)
    .limit(values.limit)
}

/**
 * What no index has the order of is picked by reading the issues as they lie, id and place alone, and only the page's
 * own are read whole. A test inside of a case uses no index: one on the status would lead to each issue's row anew.
 */
function readPicked(
  db: Kysely<Database>,
  sort: Exclude<IssueSort, 'date' | 'new'>,
  shape: Shape,
  values: SearchValues,
) {
  const place = sql.ref<number>(sort === 'trends' ? 'growth.growth' : `issue.${COLUMNS[sort]}`)
  const order = orderOf(shape)
  const picked = db
    .selectFrom('issue')
    .$if(sort === 'trends', (query) =>
      query.innerJoin(growthTable(values.growth), (join) => join.onRef('growth.id', '=', 'issue.id')),
    )
    .select(['issue.id', place.as('place')])
    .where((eb) => {
      const isShown = eb.and([eb('issue.deleted_at', 'is', null), testShape(eb, shape, values)])
      return sql<SqlBool>`case when ${isShown} then 1 else 0 end = 1`
    })
    .$if(shape.cursor !== 'none', (query) => query.where(beyond(place, shape, values)))
    .orderBy(place, order)
    .orderBy('issue.id', order)
    .limit(values.limit)
  return selectIssues(db)
    .innerJoin(picked.as('picked'), 'picked.id', 'issue.id')
    .select('picked.place')
    .orderBy('picked.place', order)
    .orderBy('issue.id', order)
}

function testShape(
  eb: ExpressionBuilder<Database, 'issue'>,
  { condition, hasLapsed, projects }: Shape,
  { now, dayAgo, latestReleases, projectSlug }: SearchValues,
) {
  return eb.and([
    ...(condition ? [testIssue(eb, condition, { now, dayAgo, latestReleases, hasLapsed })] : []),
    // The project is compared by its id, so that the index on it serves the order too.
    ...(projects === 'one' ? [eb('issue.project_id', '=', projectId(eb, projectSlug))] : []),
    ...(projects === 'without-own' ? [eb('issue.project_id', '<>', OWN_PROJECT_ID)] : []),
  ])
}

function orderOf({ cursor }: Shape): 'asc' | 'desc' {
  return cursor === 'backward' ? 'asc' : 'desc'
}

function beyond(place: Expression<number>, { cursor }: Shape, { value, id }: SearchValues) {
  const sign = sql.raw(cursor === 'backward' ? '>' : '<')
  return sql<SqlBool>`(${place}, ${sql.ref('issue.id')}) ${sign} (${value}, ${id})`
}

function projectId(eb: ExpressionBuilder<Database, 'issue'>, slug: string) {
  return eb.selectFrom('project as wanted').select('wanted.id').where('wanted.slug', '=', slug)
}

const COLUMNS = {
  date: 'last_seen',
  new: 'first_seen',
  freq: 'event_count',
  user: 'user_count',
} as const satisfies Partial<Record<IssueSort, string>>

/** It leads the query: its issues are read by their ids. */
function growthTable(growth: string) {
  return rows(growth, { id: 'integer', growth: 'integer' }).as('growth')
}

const lapsedAt = new WeakMap<Kysely<Database>, { now: number; isAny: Promise<boolean> }>()

/**
 * The list of issues and the counts of its tabs ask the same in one turn of the event loop. The answer is not kept after it
 * came: on SQLite, somebody may write something and read again within the turn.
 */
function isAnyLapsed(db: Kysely<Database>, now: number): Promise<boolean> {
  const known = lapsedAt.get(db)
  if (known?.now === now) return known.isAny
  const forget = () => {
    if (lapsedAt.get(db) === asked) lapsedAt.delete(db)
  }
  const find = async () => {
    const found = await findLapsed(db, { now })
    forget()
    return found.length > 0
  }
  const asked = { now, isAny: find() }
  lapsedAt.set(db, asked)
  setImmediate(forget)
  return asked.isAny
}

const findLapsed = prepareQuery((db, { now }: { now: number }) =>
  db.selectFrom('issue').select('id').where('status_until', '<=', now).limit(1),
)
