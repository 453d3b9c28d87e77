import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TraceCondition } from '#server/search/dialects/traces.ts'
import { type TwoWayCursor, type TwoWayPage, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { always, inOrder } from '#server/store/words.ts'
import { PARTS_LOOKED_AT, testSegment } from './trace-conditions.ts'

export interface TraceSearch {
  limit: number
  order: 'newest' | 'slowest'
  condition: TraceCondition
  projectId?: number | undefined
  /** Leaves out the traces that began in this project. */
  exceptProjectId?: number | undefined
  environment?: string | undefined
  /** Microseconds since the epoch; the end is not part of it. */
  startUs: number
  endUs: number
  cursor?: TwoWayCursor | undefined
}

export interface TracePage extends TwoWayPage<SegmentRow> {
  /** Set where looking ended before the period did: the last place that was looked at. */
  searchedUntil: { startUs: number; durationUs: number } | null
}

export type SegmentRow = Awaited<ReturnType<typeof readRows>>[number]

/** What one page looks through, so that a search that finds nothing ends, too. */
const LOOKED_THROUGH = 5_000
/** Their rows lie all over the table. */
const SLOWEST_LOOKED_THROUGH = 1_000
/** Entries of the index by duration alone, most of which may lie outside of the period. */
const DURATIONS_LOOKED_THROUGH = 30_000

/**
 * One index is walked in the list's order, what its entries name is tested, and the walk ends when the page is full or
 * after so many. The slowest of few are sorted; those of many are found along the durations of all.
 */
export async function listTraces(db: Kysely<Database>, search: TraceSearch): Promise<TracePage> {
  const isSorted = search.order === 'slowest' && !(await isLong(db, search))
  const walk = isSorted ? walkAll(search) : walkOf(search)
  const rows = await readRows(db, search, walk)
  const { limit, order, cursor } = search
  const page = toTwoWayPage(rows, limit, cursor, (row) => ({
    value: order === 'newest' ? row.startUs : row.durationUs,
    id: row.id,
  }))
  const end = rows.length > limit ? undefined : await findEnd(db, walk)
  if (end === undefined) return { ...page, searchedUntil: null }
  const place = `${order === 'newest' ? end.startUs : end.durationUs}:${end.id}`
  return cursor?.isBackward
    ? { ...page, previousCursor: `${place}:1`, searchedUntil: end }
    : { ...page, nextCursor: `${place}:0`, searchedUntil: end }
}

interface Walk {
  /** Rows of `segment`, in the order of the list. */
  rows: Expression<unknown>
  /** Each gives at most one entry, where the walk ended before its index did. */
  ends: RawBuilder<{ id: number; startUs: number; durationUs: number }>[]
}

function walkOf(search: TraceSearch): Walk {
  const { order, cursor, startUs, endUs } = search
  const way = wayOf(search)
  if (order === 'newest') {
    const sorted = sql`start_us ${way}, id ${way}`
    const found = sql`from ${sql.table('segment')} where ${drive(search)} and ${afterCursor('start_us', cursor)}`
    return {
      rows: sql`select * ${found} order by ${sorted} limit ${sql.lit(LOOKED_THROUGH)}`,
      ends: [endOf(found, sorted, LOOKED_THROUGH)],
    }
  }
  const sorted = sql`duration_us ${way}, id ${way}`
  const all = sql`from ${sql.table('segment')} where ${afterCursor('duration_us', cursor)}`
  const durations = sql`select id, duration_us, start_us ${all} order by ${sorted}
    limit ${sql.lit(DURATIONS_LOOKED_THROUGH)}`
  const found = sql`from (${durations}) as longest where start_us >= ${startUs} and start_us < ${endUs}`
  return {
    rows: inOrder(
      sql`select segment.* from (select id ${found} limit ${sql.lit(SLOWEST_LOOKED_THROUGH)}) as walked
        cross join ${sql.table('segment')} where segment.id = walked.id`,
      sorted,
    ),
    ends: [endOf(found, sorted, SLOWEST_LOOKED_THROUGH), endOf(all, sorted, DURATIONS_LOOKED_THROUGH)],
  }
}

function endOf(found: RawBuilder<unknown>, sorted: RawBuilder<unknown>, looked: number) {
  return sql<{ id: number; startUs: number; durationUs: number }>`
    select id, start_us as "startUs", duration_us as "durationUs" ${found}
    order by ${sorted} limit 1 offset ${sql.lit(looked - 1)}`
}

/** All of a short period: the slowest are found by sorting. */
function walkAll(search: TraceSearch): Walk {
  return {
    rows: sql`select * from ${sql.table('segment')} where ${drive(search)} and ${afterCursor('duration_us', search.cursor)}
      order by duration_us ${wayOf(search)}, id ${wayOf(search)} limit ${sql.lit(LOOKED_THROUGH)}`,
    ends: [],
  }
}

function wayOf({ cursor }: TraceSearch) {
  return cursor?.isBackward ? sql`asc` : sql`desc`
}

/** What the index is chosen by; all of it is tested again with the rest. */
function drive({ condition, projectId, startUs, endUs }: TraceSearch): RawBuilder<SqlBool> {
  const period = sql`start_us >= ${startUs} and start_us < ${endUs}`
  const name = findExactName(condition)
  if (name !== undefined) return sql`name = ${name} and ${period}`
  if (isOfFailures(condition)) return sql`status <> 'ok' and ${period}`
  return projectId === undefined ? sql`${period}` : sql`project_id = ${projectId} and ${period}`
}

function findExactName(condition: TraceCondition): string | undefined {
  const parts = condition.kind === 'all' ? condition.of : [condition]
  for (const part of parts) {
    if (part.kind === 'text' && part.field === 'name' && part.pattern.length === 1) return part.pattern[0]
  }
  return undefined
}

function isOfFailures(condition: TraceCondition): boolean {
  const parts = condition.kind === 'all' ? condition.of : [condition]
  return parts.some((part) => part.kind === 'failed')
}

function afterCursor(column: 'start_us' | 'duration_us', cursor: TwoWayCursor | undefined) {
  if (cursor === undefined) return always
  const sign = cursor.isBackward ? sql`>` : sql`<`
  return sql`(${sql.ref(column)}, id) ${sign} (${cursor.value}, ${cursor.id})`
}

async function isLong(db: Kysely<Database>, search: TraceSearch): Promise<boolean> {
  const probe = sql`select 1 from ${sql.table('segment')} where ${drive(search)} limit 1 offset ${sql.lit(LOOKED_THROUGH)}`
  return (await probe.execute(db)).rows.length > 0
}

async function findEnd(db: Kysely<Database>, { ends }: Walk) {
  for (const end of ends) {
    const [row] = (await end.execute(db)).rows
    if (row) return row
  }
  return undefined
}

/**
 * The rows come in the order of the walk. Asking for that order would read the walk to its end, because the engine
 * can't tell that they have it.
 */
function readRows(db: Kysely<Database>, search: TraceSearch, { rows }: Walk) {
  const { condition, environment, projectId, exceptProjectId, limit } = search
  const walked = sql<Database['segment']>`(${rows})`.as('segment')
  let query = db
    // the same columns as the table, of fewer rows
    .selectFrom(walked as unknown as 'segment')
    .select(['segment.id', 'segment.project_id as projectId'])
    .select(['segment.trace_id as traceId', 'segment.span_id as spanId', 'segment.op', 'segment.side'])
    .select(['segment.release', 'segment.user_label as user', 'segment.browser'])
    .select(['segment.http_status as httpStatus'])
    .select(['segment.status', 'segment.start_us as startUs', 'segment.duration_us as durationUs'])
    .select(sql<string>`substr(segment.name, 1, 300)`.as('name'))
    .select((eb) => {
      const parts = eb
        .selectFrom('span_part')
        .select(['span_part.span_count', 'span_part.project_id'])
        .whereRef('span_part.trace_id', '=', 'segment.trace_id')
        .orderBy('span_part.id')
        .limit(PARTS_LOOKED_AT)
      const errors = eb
        .selectFrom('event')
        .select('event.id')
        .where(sql<string>`substr(event.trace_id, 1, 8)`, '=', sql<string>`substr(segment.trace_id, 1, 8)`)
        .whereRef('event.trace_id', '=', 'segment.trace_id')
        .limit(MOST_ERRORS)
      return [
        sql<number>`(select sum(span_count) from ${parts} as part)`.as('spanCount'),
        sql<number>`(select count(*) from ${parts} as part)`.as('partCount'),
        sql<string | null>`(
          select string_agg(cast(project_id as text), ',')
          from (select distinct project_id from ${parts} as part) as named)`.as('projectIds'),
        sql<number>`(select count(*) from ${errors} as error)`.as('errorCount'),
      ]
    })
    .where((eb) => testSegment(condition, eb, projectId))
  if (projectId !== undefined) query = query.where('segment.project_id', '=', projectId)
  if (exceptProjectId !== undefined) query = query.where('segment.project_id', '<>', exceptProjectId)
  if (environment !== undefined) query = query.where('segment.environment', '=', environment)
  return query
    .where('segment.start_us', '>=', search.startUs)
    .where('segment.start_us', '<', search.endUs)
    .limit(limit + 1)
    .execute()
}

export type SampledRow = Awaited<ReturnType<typeof readSample>>[number]

/** What a search finds first, for counts and percentiles: fewer columns of more rows, the newest of all projects. */
export async function sampleTraces(
  db: Kysely<Database>,
  search: Omit<TraceSearch, 'order' | 'cursor'>,
): Promise<{ rows: SampledRow[]; isWhole: boolean; oldestUs: number | null }> {
  const walk = walkOf({ ...search, order: 'newest' })
  const rows = await readSample(db, search, walk)
  if (rows.length === search.limit) return { rows, isWhole: false, oldestUs: rows.at(-1)?.startUs ?? null }
  const end = await findEnd(db, walk)
  return { rows, isWhole: end === undefined, oldestUs: end?.startUs ?? null }
}

function readSample(db: Kysely<Database>, search: Omit<TraceSearch, 'order' | 'cursor'>, { rows }: Walk) {
  const { condition, environment, projectId, exceptProjectId, limit, startUs, endUs } = search
  const walked = sql<Database['segment']>`(${rows})`.as('segment')
  let query = db
    .selectFrom(walked as unknown as 'segment')
    .select(['segment.project_id as projectId', 'segment.op', 'segment.status', 'segment.release'])
    .select(['segment.start_us as startUs', 'segment.duration_us as durationUs'])
    .select(['segment.user_label as user', 'segment.http_status as httpStatus'])
    .select(sql<string>`substr(segment.name, 1, 300)`.as('name'))
    .where((eb) => testSegment(condition, eb, projectId))
    .where('segment.start_us', '>=', startUs)
    .where('segment.start_us', '<', endUs)
  if (projectId !== undefined) query = query.where('segment.project_id', '=', projectId)
  if (exceptProjectId !== undefined) query = query.where('segment.project_id', '<>', exceptProjectId)
  if (environment !== undefined) query = query.where('segment.environment', '=', environment)
  return query.limit(limit).execute()
}

const MOST_ERRORS = 100
