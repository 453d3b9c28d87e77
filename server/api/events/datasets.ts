import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findAskedProjects } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import type { LogSummary } from '#server/models/logs.ts'
import { parseTwoWayCursor } from '#server/store/engine/two-way-cursor.ts'

/**
 * Lists logs and metrics by `dataset`, as the table that
 * https://docs.sentry.io/api/explore/query-explore-events-in-table-format/ describes. Every row has all fields; `field`
 * is not needed.
 */
export async function listEvents(request: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(request.params))
    return refuse(404, 'Cannot list events: the only organization is "desk"')
  switch (request.query.dataset) {
    case 'logs':
    case 'ourlogs': // Sentry's name for it.
      return listLogs(request)
    case 'metrics':
    case 'tracemetrics':
      return listMetrics(request)
    default:
      return refuse(400, 'Cannot list events: the dataset must be logs or metrics; list errors by issues')
  }
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
  return answer(
    {
      data: items.map(toLog),
      meta: { dataset: 'logs', ...(lookedTo === null ? {} : { lookedTo: formatTime(lookedTo) }) },
    },
    { link: formatLinkHeader(url, nextCursor, previousCursor) },
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
