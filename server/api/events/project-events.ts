import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { toEventSummaryAnswer } from '#server/api/issues/events.ts'
import { formatLinkHeader, parsePageParameters, withLimit } from '#server/api/page-parameters.ts'
import { parsePeriod } from '#server/api/period.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { offsetOf } from './table/list-table.ts'

/** https://docs.sentry.io/api/events/list-a-projects-error-events/: the newest of 90 days, 10,000 at most. */
export async function listProjectEvents(request: ApiRequest): Promise<Answer> {
  const { desk, query, url, now } = request
  const page = parsePageParameters(withLimit(query), offsetOf)
  if ('refusal' in page) return refuse(400, `Cannot list events: ${page.refusal}`)
  const period = parsePeriod(query, now, '90d')
  if ('refusal' in period) return refuse(400, `Cannot list events: ${period.refusal}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list events: there is no such project')
  const { events } = await desk.events.scan({ projectIds: [project.id], period, withPayload: false })
  const offset = offsetOf(page.cursor ?? '') ?? 0
  const next = events.length > offset + page.limit ? `0:${offset + page.limit}:0` : null
  const shown = events.slice(offset, offset + page.limit)
  return answer(
    shown.map((event) => toEventSummaryAnswer(event, event, project)),
    { link: formatLinkHeader(url, next) },
  )
}
