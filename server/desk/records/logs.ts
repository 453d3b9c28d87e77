import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import type { LogLevel } from '#server/processing/record.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { formatSearchFault } from '#server/search/fault.ts'
import { asksAttributes, isFound, type LogCondition, readLogSearch } from '#server/search/log-condition.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor, type TwoWayCursor, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import {
  countLogHours,
  type LogRow,
  listTraceEvents,
  scanLogs,
} from '#server/store/records/read/search-logs.ts'

/** Rows that one page looks at, of all projects together: 10 ms, and 20 for those that are unpacked. */
const SCANNED_ROWS = 10_000
const LEAST_SCANNED = 1_000
/** Rows whose attributes one page unpacks to look into them. */
const UNPACKED_ROWS = 2_000

export interface LogScope {
  /** A slug; all projects without. */
  project: string | undefined
  environment: string | undefined
  /** Milliseconds since the epoch; the end is not part of it. */
  period: { start: number; end: number }
}

export interface LogFilter extends LogScope {
  query: string
  limit: number
  cursor: string | undefined
}

export interface LogSummary {
  id: number
  projectSlug: string
  timestampUs: number
  level: LogLevel
  body: string
  attributes: JsonObject
  traceId: string | null
  spanId: string | null
  release: string | null
  environment: string | null
  /** An error of the same trace. */
  event: { issueId: number; eventId: string } | null
}

export interface LogListing {
  items: LogSummary[]
  nextCursor: string | null
  previousCursor: string | null
  /** Milliseconds since the epoch: how far was looked, where that was not all of the time that was asked for. */
  lookedTo: number | null
}

export interface LogHours {
  fromHour: number
  hours: number
  counts: { hour: number; level: LogLevel; quantity: number }[]
}

export interface DeskLogs {
  /** The newest first. Refuses what can't be understood, in a sentence that names the word. */
  searchLogs(filter: LogFilter): Promise<LogListing | { refusal: string }>
  /** By hour and level, whole hours: at least twelve. */
  countLogs(scope: LogScope): Promise<LogHours>
}

export function createDeskLogs({ db }: Store): DeskLogs {
  async function listProjects(slug: string | undefined) {
    const rows = await listProjectRows(db)
    return slug === undefined ? rows : rows.filter((row) => row.slug === slug)
  }

  async function scanAll(filter: LogFilter, condition: LogCondition, cursor: TwoWayCursor | undefined) {
    const projects = await listProjects(filter.project)
    const most = asksAttributes(condition) ? UNPACKED_ROWS : SCANNED_ROWS
    const bound = Math.max(LEAST_SCANNED, Math.floor(most / Math.max(1, projects.length)))
    const after = cursor && { timestampUs: cursor.value, contentHash: cursor.id }
    const isForward = cursor?.isBackward ?? false // backward in the list is forward in time
    const scans = await Promise.all(
      projects.map((project) =>
        scanLogs(db, {
          projectId: project.id,
          projectSlug: project.slug,
          environment: filter.environment,
          fromUs: filter.period.start * 1000,
          beforeUs: filter.period.end * 1000,
          bound,
          // what attributes rule out is known only after they are unpacked
          limit: asksAttributes(condition) ? bound : filter.limit + 1,
          after,
          isForward,
          condition,
        }),
      ),
    )
    const sign = isForward ? 1 : -1
    const order = (a: Place, b: Place) =>
      sign * (a.timestampUs - b.timestampUs || a.contentHash - b.contentHash)
    const [end] = scans.flatMap((scan) => scan.end ?? []).toSorted(order)
    const rows = scans.flatMap((scan) => scan.rows).toSorted(order)
    // beyond where one project's scan ended, others' logs would come before that one's
    return { rows: end ? rows.filter((row) => order(row, end) <= 0) : rows, end }
  }

  return {
    async searchLogs(filter) {
      const read = readLogSearch(filter.query)
      if ('fault' in read) return { refusal: formatSearchFault(read.fault) }
      const cursor = parseTwoWayCursor(filter.cursor)
      const { rows, end } = await scanAll(filter, read.condition, cursor)
      const found = asksAttributes(read.condition)
        ? (await withPayloads(rows)).filter((log) => isFound(log, read.condition)).slice(0, filter.limit + 1)
        : await withPayloads(rows.slice(0, filter.limit + 1))
      const page = toTwoWayPage(found, filter.limit, cursor, placeOf)
      const isWhole = end === undefined || found.length > filter.limit
      const lookedTo = isWhole ? null : Math.floor(end.timestampUs / 1000)
      const further = isWhole
        ? undefined
        : `${end.timestampUs}:${end.contentHash}:${cursor?.isBackward ? 1 : 0}`
      return {
        items: await withEvents(page.items),
        nextCursor: further !== undefined && !cursor?.isBackward ? further : page.nextCursor,
        previousCursor: further !== undefined && cursor?.isBackward ? further : page.previousCursor,
        lookedTo,
      }
    },
    async countLogs({ project, environment, period }) {
      const beforeHour = Math.ceil(period.end / HOUR_MS)
      const fromHour = Math.min(Math.floor(period.start / HOUR_MS), beforeHour - 12)
      const projectIds = (await listProjects(project)).map(({ id }) => id)
      const counts = await countLogHours(db, { projectIds, environment, fromHour, beforeHour })
      return { fromHour, hours: beforeHour - fromHour, counts }
    },
  }

  async function withPayloads(rows: LogRow[]) {
    const texts = await listPayloadTexts(db, rows)
    return rows.map((row, index) => ({
      ...row,
      ...(JSON.parse(texts[index] ?? '{}') as Pick<LogSummary, 'body' | 'attributes'>), // our own writer's
    }))
  }

  async function withEvents(logs: Awaited<ReturnType<typeof withPayloads>>): Promise<LogSummary[]> {
    const traceIds = [...new Set(logs.flatMap(({ traceId }) => traceId ?? []))]
    const events = new Map<string | null, { issueId: number; eventId: string }>()
    for (const { traceId, issueId, eventId } of await listTraceEvents(db, traceIds)) {
      if (!events.has(traceId)) events.set(traceId, { issueId, eventId })
    }
    return logs.map(({ traceId, ...log }) => ({
      id: log.id,
      projectSlug: log.projectSlug,
      timestampUs: log.timestampUs,
      level: log.level,
      body: log.body,
      attributes: log.attributes,
      traceId,
      spanId: log.spanId,
      release: log.release,
      environment: log.environment,
      event: events.get(traceId) ?? null,
    }))
  }
}

interface Place {
  timestampUs: number
  contentHash: number
}

function placeOf({ timestampUs, contentHash }: Place): { value: number; id: number } {
  return { value: timestampUs, id: contentHash }
}
