import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { LogLevel } from '#server/processing/record.ts'
import type { LogCondition } from '#server/search/dialects/logs.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { testLog } from './test-log.ts'

/** Which rows of one project are looked at. */
export interface LogReach {
  projectId: number
  fromUs: number
  /** The scan ends before it. */
  beforeUs: number
  /** Rows that are looked at, at most. */
  bound: number
  /** After this place in the direction of the scan. */
  after: LogPlace | undefined
  /** The scan goes from the oldest to the newest. */
  isForward: boolean
}

export interface LogScan extends LogReach {
  projectSlug: string
  environment: string | undefined
  limit: number
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
  const end = await findScanEnd(db, scan)
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

export interface LogPlace {
  timestampUs: number
  contentHash: number
}

/** The last place to look at, read from the index alone; undefined where the time that was asked for ends before. */
export function findScanEnd(db: Kysely<Database>, scan: LogReach): Promise<LogPlace | undefined> {
  const direction = scan.isForward ? 'asc' : 'desc'
  return lookedAt(db, scan)
    .select(['timestamp_us as timestampUs', 'content_hash as contentHash'])
    .orderBy('timestamp_us', direction)
    .orderBy('content_hash', direction)
    .offset(scan.bound - 1)
    .limit(1)
    .executeTakeFirst()
}

function lookedAt(db: Kysely<Database>, { projectId, fromUs, beforeUs, after, isForward }: LogReach) {
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
  place: LogPlace | undefined,
): Expression<SqlBool> {
  return eb(
    refTuple('timestamp_us', 'content_hash'),
    operator,
    tuple(place?.timestampUs ?? 0, place?.contentHash ?? 0),
  )
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
