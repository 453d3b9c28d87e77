import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters } from '#server/api/page-parameters.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'

/** https://docs.sentry.io/api/crons/retrieve-check-ins-for-a-monitor-by-project/ */
export async function listCheckIns(request: ApiRequest): Promise<Answer> {
  const page = parsePageParameters(request.query)
  if ('refusal' in page) return refuse(400, `Cannot list check-ins: ${page.refusal}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list check-ins: there is no such project')
  const listing = await request.desk.monitors.listCheckIns(project.id, request.params.monitor ?? '', page)
  if (!listing) return refuse(404, 'Cannot list check-ins: the project has no such monitor')
  const checkIns = listing.items.map((row) => ({
    id: row.checkInId,
    environment: row.environment,
    status: row.status,
    duration: row.durationMs,
    dateCreated: formatTime(row.receivedAt),
    dateClock: formatTime(row.timestamp),
    release: row.release,
    traceId: row.traceId,
  }))
  return answer(checkIns, { link: formatLinkHeader(request.url, listing.nextCursor) })
}

/**
 * https://docs.sentry.io/api/crons/delete-a-monitor-or-monitor-environments-for-a-project/; Sentry answers 202 because
 * it deletes later.
 */
export async function deleteMonitor(request: ApiRequest): Promise<Answer> {
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot delete the monitor: there is no such project')
  const isDone = await request.desk.monitors.delete(project.slug, request.params.monitor ?? '')
  if (!isDone) return refuse(404, 'Cannot delete the monitor: the project has no such monitor')
  return { status: 204, headers: {}, body: undefined }
}
