import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters } from '#server/api/page-parameters.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import { isHexId } from './hex-id.ts'

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

const text = v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(256, 'it is longer than 256 characters')), '')

/** What https://docs.sentry.io/api/projects/submit-user-feedback/ takes. */
export const feedbackBody = v.object({
  event_id: v.pipe(v.string(), v.check(isHexId, 'it is not 32 hexadecimal characters')),
  name: text,
  email: text,
  comments: v.pipe(v.string(), v.trim(), v.minLength(1, 'it is empty'), v.maxLength(4_096, 'it is too long')),
})

/** It becomes what an SDK's user report becomes: limited, counted, scrubbed, and tied to its event by the id. */
export async function submitFeedback(request: ApiRequest): Promise<Answer> {
  const cannot = 'Cannot take the feedback'
  const project = await findNamedProject(request)
  if (!project) return refuse(404, `${cannot}: there is no such project`)
  const read = parseBody(feedbackBody, request.body)
  if ('refusal' in read) return refuse(400, `${cannot}: ${read.refusal}`)
  const { event_id: eventId, name, email, comments } = read.given
  const report = { name: name ?? '', email: email ?? '', comments }
  const eventID = eventId.toLowerCase().replaceAll('-', '')
  const refused = await request.desk.feedback.submit(project.slug, { eventId: eventID, ...report })
  if (refused) return refuse(400, `${cannot}: ${refused.refusal}`)
  return answer({ eventID, ...report, dateCreated: formatTime(request.now) })
}
