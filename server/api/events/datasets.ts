import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findAskedProjects } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import type { LogSummary } from '#server/models/logs.ts'
import type { Cell } from '#server/search/tables/table-search.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'
import { datasetOf } from './table/datasets.ts'
import { listTable } from './table/list-table.ts'
import { toCell } from './table/span-rows.ts'
import { typeOfCell } from './table/table.ts'

/**
 * Lists events by `dataset`, as the table that https://docs.sentry.io/api/explore/query-explore-events-in-table-format/ describes.
 * Every row of logs and metrics has all fields; `field` is needed only for functions over groups of logs.
 */
export async function listEvents(request: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(request.params))
    return refuse(404, 'Cannot list events: the only organization is "desk"')
  const dataset = datasetOf(request.query.dataset)
  switch (dataset) {
    case 'logs':
      return hasFunction(request.query.field) ? listTable(request, dataset) : listLogs(request)
    case 'metrics':
      return listMetrics(request)
    case undefined:
      return refuse(
        400,
        'Cannot list events: the dataset must be errors, spans, transactions, logs or metrics',
      )
    default:
      return listTable(request, dataset)
  }
}

function hasFunction(field: unknown): boolean {
  return [field].flat().some((name) => typeof name === 'string' && name.endsWith(')'))
}

async function listLogs(request: ApiRequest): Promise<Answer> {
  const { desk, query, url, now } = request
  const page = parsePageParameters(withLimit(query), parseTwoWayCursor)
  if ('refusal' in page) return refuse(400, `Cannot list logs: ${page.refusal}`)
  const period = parsePeriod(query, now)
  if ('refusal' in period) return refuse(400, `Cannot list logs: ${period.refusal}`)
  const { query: words = '', environment } = query
  if (typeof words !== 'string') return refuse(400, 'Cannot list logs: query is given more than once')
  if (environment !== undefined && typeof environment !== 'string')
    return refuse(400, 'Cannot list logs: environment is given more than once')
  const asked = await findAskedProjects(request)
  if (!asked) return refuse(404, 'Cannot list logs: there is no such project')
  const { slug: project, isWithoutOwn } = asked
  const found = await desk.logs.search({
    ...{ project, isWithoutOwn, environment, period, query: words },
    ...{ limit: page.limit, cursor: page.cursor },
  })
  if ('refusal' in found) return refuse(400, found.refusal)
  const { items, nextCursor, previousCursor, searchedUntil: lookedTo } = found
  const names = [query.field ?? []].flat().map(String)
  const attributes = names.filter((name) => !Object.hasOwn(LOG_TYPES, name))
  const data = items.map((log) => ({ ...toLog(log), ...pickAttributes(log, attributes) }))
  const fields = { ...LOG_TYPES, ...typesOfAttributes(attributes, data) }
  const meta = { fields, dataset: 'logs', ...(lookedTo !== null && { lookedTo: formatTime(lookedTo) }) }
  return answer({ data, meta }, { link: formatLinkHeader(url, nextCursor, previousCursor) })
}

/** Sentry's names of the types of what each log has. */
const LOG_TYPES = {
  ...{ id: 'string', 'sentry.item_id': 'string', project: 'string', timestamp: 'date' },
  ...{ timestamp_us: 'integer', timestamp_precise: 'integer', severity: 'string', message: 'string' },
  ...{ trace: 'string', span_id: 'string', release: 'string', environment: 'string' },
}

/** Attributes that were asked for stand beside what each log has. */
function pickAttributes({ attributes }: LogSummary, names: readonly string[]): Record<string, Cell> {
  const cellOf = (name: string) => (Object.hasOwn(attributes, name) ? toCell(attributes[name]) : null)
  return Object.fromEntries(names.map((name) => [name, cellOf(name)]))
}

function typesOfAttributes(names: readonly string[], logs: readonly object[]): Record<string, string> {
  const cells = logs as readonly Record<string, Cell>[] // as pickAttributes() adds them
  return Object.fromEntries(
    names.map((name) => [name, typeOfCell(name, cells.find((log) => log[name] !== null)?.[name] ?? null)]),
  )
}

function toLog(log: LogSummary) {
  return {
    id: String(log.id),
    'sentry.item_id': String(log.id), // sentry-cli reads no log without it, nor without the precise time
    project: log.projectSlug,
    timestamp: formatTime(log.timestampUs / 1_000),
    timestamp_us: log.timestampUs,
    timestamp_precise: log.timestampUs * 1_000, // nanoseconds, the last digits rounded
    severity: log.level,
    message: log.body,
    trace: log.traceId,
    span_id: log.spanId,
    release: log.release,
    environment: log.environment,
    attributes: log.attributes,
  }
}

async function listMetrics(request: ApiRequest): Promise<Answer> {
  const { desk, query, now } = request
  const page = parsePageParameters(withLimit(query), () => undefined)
  if ('refusal' in page) return refuse(400, `Cannot list metrics: ${page.refusal}`)
  const period = parsePeriod(query, now)
  if ('refusal' in period) return refuse(400, `Cannot list metrics: ${period.refusal}`)
  const { metric } = query
  if (typeof metric !== 'string' || metric === '')
    return refuse(400, 'Cannot list metrics: the parameter "metric" is required')
  const asked = await findAskedProjects(request)
  if (!asked) return refuse(404, 'Cannot list metrics: there is no such project')
  const values = await Promise.all(
    asked.projects.map(async ({ id, slug }) => {
      const rows = await desk.metrics.listValues(id, { name: metric, limit: page.limit, period })
      return rows.map((row) => ({ ...row, slug }))
    }),
  )
  const latest = values.flat().sort((a, b) => b.timestampUs - a.timestampUs)
  const data = latest.slice(0, page.limit).map((row) => ({
    project: row.slug,
    timestamp: formatTime(row.timestampUs / 1_000),
    timestamp_us: row.timestampUs,
    ...{ 'metric.name': metric, 'metric.type': row.type, 'metric.unit': row.unit, value: row.value },
    ...{ trace: row.traceId, release: row.release, environment: row.environment, attributes: row.attributes },
  }))
  return answer({ data, meta: { dataset: 'metrics' } })
}
