import type { ApiRequest } from '#server/api/answer.ts'
import { formatTime } from '#server/api/time.ts'
import type { LogSummary } from '#server/models/logs.ts'
import type { Cell, Row } from '#server/search/tables/table-search.ts'
import type { TableScan } from './scan.ts'
import { toCell } from './span-rows.ts'

const PAGE = 500
const MOST_LOGS = 5_000

/** Reads the newest logs of a period; the search for them has its own keys. */
export async function scanLogs(request: ApiRequest, scan: TableScan) {
  const read = await readLogs(request, scan)
  return 'refusal' in read ? read : { rows: read.logs.map(toLogRow), isWhole: read.isWhole }
}

/** Reads the logs that the rows are made of. */
export async function readLogs(
  { desk }: ApiRequest,
  { projects, isWithoutOwn, period, environment, query }: TableScan,
) {
  const project = projects.length === 1 ? projects[0]?.slug : undefined
  const logs: LogSummary[] = []
  let cursor: string | undefined
  do {
    const page = await desk.logs.search({
      project,
      isWithoutOwn,
      environment,
      period,
      query,
      limit: PAGE,
      cursor,
    })
    if ('refusal' in page) return page
    logs.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && logs.length < MOST_LOGS)
  const slugs = new Set(projects.map(({ slug }) => slug))
  const asked = logs.filter(({ projectSlug }) => slugs.has(projectSlug))
  return { logs: asked, isWhole: cursor === undefined }
}

type Reader = (log: LogSummary) => Cell

const FIELDS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['id', ({ id }) => String(id)],
  ['sentry.item_id', ({ id }) => String(id)],
  ['project', ({ projectSlug }) => projectSlug],
  ['timestamp', ({ timestampUs }) => formatTime(timestampUs / 1_000)],
  ['timestamp_precise', ({ timestampUs }) => timestampUs * 1_000],
  ['severity', ({ level }) => level],
  ['level', ({ level }) => level],
  ['message', ({ body }) => body],
  ['trace', ({ traceId }) => traceId],
  ['span_id', ({ spanId }) => spanId],
  ['release', ({ release }) => release],
  ['environment', ({ environment }) => environment],
])

function toLogRow(log: LogSummary): Row {
  return (field) => {
    const read = FIELDS.get(field)
    if (read) return read(log)
    return Object.hasOwn(log.attributes, field) ? toCell(log.attributes[field]) : null
  }
}
