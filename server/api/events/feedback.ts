import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters } from '#server/api/page-parameters.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'

/** https://docs.sentry.io/api/projects/list-a-projects-user-feedback/ */
export async function listFeedback(request: ApiRequest): Promise<Answer> {
  const page = parsePageParameters(request.query)
  if ('refusal' in page) return refuse(400, `Cannot list feedback: ${page.refusal}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list feedback: there is no such project')
  const { items, nextCursor } = await request.desk.feedback.list(project.id, page)
  const feedback = items.map((row) => ({
    id: row.feedbackId,
    eventID: row.eventId,
    name: row.name,
    email: row.email,
    comments: row.message,
    url: row.url,
    source: row.source,
    dateCreated: formatTime(row.timestamp),
    issue: row.issueId === null ? null : { id: String(row.issueId) },
    release: row.release,
    environment: row.environment,
    trace: row.traceId,
  }))
  return answer(feedback, { link: formatLinkHeader(request.url, nextCursor) })
}
