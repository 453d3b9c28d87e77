import type { LogCountFilter, LogFilter, LogHours, LogListing, LogSummary } from '#server/models/logs.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { logMatcher } from '#server/search/dialects/log-matcher.ts'
import { asksAttributes, type LogCondition, parseLogSearch } from '#server/search/dialects/logs.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor, type TwoWayCursor, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import { isAsked } from '#server/store/projects/own-project.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import { type LogRow, listTraceEvents, scanLogs } from '#server/store/records/read/search-logs.ts'
import { countLogs } from './count-logs.ts'
import { boundOf } from './log-bounds.ts'

export interface DeskLogs {
  /** Lists logs, the newest first. Refuses a search that it cannot read, in a sentence that names the word. */
  search(filter: LogFilter): Promise<LogListing | Refusal>
  /** Counts the logs that match by hour and level, in whole hours. Refuses what `search` refuses. */
  count(filter: LogCountFilter): Promise<LogHours | Refusal>
}

export function createDeskLogs({ db }: Store): DeskLogs {
  async function listProjects({
    project,
    isWithoutOwn = false,
  }: Pick<LogFilter, 'project' | 'isWithoutOwn'>) {
    const rows = await listProjectRows(db)
    return rows.filter((row) => isAsked(row, { slug: project, isWithoutOwn }))
  }

  async function scanAll(filter: LogFilter, condition: LogCondition, cursor: TwoWayCursor | undefined) {
    const projects = await listProjects(filter)
    const bound = boundOf(condition, projects.length)
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
          // What attributes rule out is known only after they are unpacked.
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
    // Logs of other projects beyond the place where this scan ended would come before its own.
    return { rows: end ? rows.filter((row) => order(row, end) <= 0) : rows, end }
  }

  return {
    async search(filter) {
      const read = parseLogSearch(filter.query)
      if ('error' in read) return { refusal: formatSearchError(read.error) }
      const cursor = parseTwoWayCursor(filter.cursor)
      const { rows, end } = await scanAll(filter, read.condition, cursor)
      const found = asksAttributes(read.condition)
        ? (await withPayloads(rows)).filter(logMatcher(read.condition)).slice(0, filter.limit + 1)
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
        searchedUntil: lookedTo,
      }
    },
    async count(filter) {
      const read = parseLogSearch(filter.query)
      if ('error' in read) return { refusal: formatSearchError(read.error) }
      return countLogs(db, await listProjects(filter), { ...filter, condition: read.condition })
    },
  }

  async function withPayloads(rows: LogRow[]) {
    const texts = await listPayloadTexts(db, rows)
    return rows.map((row, index) => ({
      ...row,
      ...(JSON.parse(texts[index] ?? '{}') as Pick<LogSummary, 'body' | 'attributes'>), // our own writer wrote it
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
