import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { LogLevel } from '#server/processing/record.ts'
import type { LogCondition, LogTest } from '#server/search/dialects/logs.ts'
import type { Pattern } from '#server/search/expression.ts'
import { testCondition } from '#server/store/engine/test-condition.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { always, contains, like, never } from '#server/store/words.ts'

export interface LogScan {
  projectId: number
  projectSlug: string
  environment: string | undefined
  fromUs: number
  /** The scan ends before it. */
  beforeUs: number
  /** Rows that are looked at, at most. */
  bound: number
  limit: number
  /** After this place in the direction of the scan. */
  after: { timestampUs: number; contentHash: number } | undefined
  /** The scan goes from the oldest to the newest. */
  isForward: boolean
  condition: LogCondition
}

export type LogRow = Awaited<ReturnType<typeof scanLogs>>['rows'][number]

/**
 * One project's logs in the order of time that may be what is looked for. Bounded: words stand in no index, so that
 * writing a log costs what it costs without them; `end` is the last place that was looked at where that was too early.
 */
export async function scanLogs(db: Kysely<Database>, scan: LogScan) {
  const { environment, isForward } = scan
  const direction = isForward ? 'asc' : 'desc'
  const end = await findEnd(db, scan)
  const found = await lookedAt(db, scan)
    .select([
      'id',
      'timestamp_us as timestampUs',
      'content_hash as contentHash',
      'level',
      'body as bodyStart',
    ])
    .select(['trace_id as traceId', 'span_id as spanId', 'release', 'environment'])
    .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
    .$if(end !== undefined, (query) => query.where((eb) => compareTo(eb, isForward ? '<=' : '>=', end)))
    .where((eb) => testLog(eb, scan.condition, scan.projectSlug))
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .orderBy('timestamp_us', direction)
    .orderBy('content_hash', direction)
    .limit(scan.limit)
    .execute()
  const rows = found.map((row) => ({
    ...row,
    projectId: scan.projectId,
    projectSlug: scan.projectSlug,
    level: row.level as LogLevel, // the writer stores normalized levels only
  }))
  return { rows, end: rows.length === scan.limit ? undefined : end }
}

interface Place {
  timestampUs: number
  contentHash: number
}

/** The last place to look at, read from the index alone; undefined where the time that was asked for ends before. */
function findEnd(db: Kysely<Database>, scan: LogScan): Promise<Place | undefined> {
  const direction = scan.isForward ? 'asc' : 'desc'
  return lookedAt(db, scan)
    .select(['timestamp_us as timestampUs', 'content_hash as contentHash'])
    .orderBy('timestamp_us', direction)
    .orderBy('content_hash', direction)
    .offset(scan.bound - 1)
    .limit(1)
    .executeTakeFirst()
}

function lookedAt(db: Kysely<Database>, { projectId, fromUs, beforeUs, after, isForward }: LogScan) {
  return db
    .selectFrom('log')
    .where('project_id', '=', projectId)
    .where('timestamp_us', '>=', fromUs)
    .where('timestamp_us', '<', beforeUs)
    .$if(after !== undefined, (query) => query.where((eb) => compareTo(eb, isForward ? '>' : '<', after)))
}

/** By time, and by what is said among those of the same time. */
function compareTo(
  { eb, refTuple, tuple }: ExpressionBuilder<Database, 'log'>,
  operator: '<' | '<=' | '>' | '>=',
  place: Place | undefined,
): Test {
  return eb(
    refTuple('timestamp_us', 'content_hash'),
    operator,
    tuple(place?.timestampUs ?? 0, place?.contentHash ?? 0),
  )
}

type LogColumns = Pick<Database['log'], 'level' | 'body' | 'release' | 'environment' | 'trace_id' | 'span_id'>
type Builder = ExpressionBuilder<{ log: LogColumns }, 'log'>
type Test = Expression<SqlBool>

/** What columns can't tell is true, or false below a negation, so that nothing is missed. */
function testLog(eb: Builder, condition: LogCondition, projectSlug: string): Test {
  return testCondition<LogTest>(condition, {
    test: (test, isNegated) => testOne(eb, test, projectSlug) ?? (isNegated ? never : always),
  })
}

/** Undefined where only the attributes can tell. */
function testOne(eb: Builder, test: LogTest, projectSlug: string): Test | undefined {
  switch (test.kind) {
    case 'words':
      return testWords(eb, test.pattern)
    case 'level':
      return test.levels.length === 0 ? never : eb('level', 'in', test.levels)
    case 'column':
      return test.column === 'projectSlug'
        ? like(eb.val(projectSlug), test.pattern)
        : testText(eb, test.column, test.pattern)
    case 'hex':
      return sql<SqlBool>`coalesce(${eb.ref(test.column === 'traceId' ? 'trace_id' : 'span_id')}, '') = ${test.value}`
    case 'attribute':
    case 'hasAttribute':
      return undefined
  }
}

function testWords(eb: Builder, pattern: Pattern): Test {
  const [start, text = '', end, ...others] = pattern
  if (start !== '' || end !== '' || others.length > 0) return testText(eb, 'body', pattern)
  return contains(eb.ref('body'), text)
}

/** Null is like nothing, so that a negation of it is true. */
function testText(eb: Builder, column: 'body' | 'release' | 'environment', pattern: Pattern): Test {
  return like(eb.fn.coalesce(eb.ref(column), eb.val('')), pattern)
}

/** How many logs of each level there are, by hours from `fromHour` to before `beforeHour`. */
export async function countLogHours(
  db: Kysely<Database>,
  {
    projectIds,
    environment,
    fromHour,
    beforeHour,
  }: { projectIds: readonly number[]; environment: string | undefined; fromHour: number; beforeHour: number },
) {
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('log_hour')
    .select(['hour', 'level', ({ fn }) => fn.sum<number>('quantity').as('quantity')])
    .where('project_id', 'in', projectIds)
    .where('hour', '>=', fromHour)
    .where('hour', '<', beforeHour)
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .groupBy(['hour', 'level'])
    .orderBy('hour')
    .execute()
  return rows.map((row) => ({ ...row, level: row.level as LogLevel })) // the writer stores no others
}

/** Errors of the same traces: the first of each. */
export function listTraceEvents(db: Kysely<Database>, traceIds: readonly string[]) {
  if (traceIds.length === 0) return Promise.resolve([])
  const starts = [...new Set(traceIds.map((traceId) => traceId.slice(0, 8)))] // what the index has
  return db
    .selectFrom('event')
    .select(['trace_id as traceId', 'issue_id as issueId', 'event_id as eventId'])
    .where(sql<string>`substr(event.trace_id, 1, 8)`, 'in', starts)
    .where('event.trace_id', 'in', traceIds)
    .orderBy('id')
    .limit(500)
    .execute()
}
