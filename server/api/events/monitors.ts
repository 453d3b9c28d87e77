import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { formatLinkHeader, parsePageParameters } from '#server/api/page-parameters.ts'
import { ORGANIZATION } from '#server/api/projects/answer.ts'
import { type AskedProjects, findAskedProjects, findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import { type MonitorSummary, parseMonitorCursor } from '#server/desk/records/monitors.ts'
import type { MonitorConfig } from '#server/processing/record.ts'

/** https://docs.sentry.io/api/crons/retrieve-monitors-for-an-organization/ */
export async function listMonitors(request: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(request.params))
    return refuse(404, 'Cannot list monitors: the only organization is "desk"')
  return listOf(request, await findAskedProjects(request))
}

/** Lists the monitors of a project: the same as the organization's list with that `project`. */
export async function listProjectMonitors(request: ApiRequest): Promise<Answer> {
  const project = await findNamedProject(request)
  return listOf(request, project && { projects: [project], slug: project.slug, isWithoutOwn: false })
}

async function listOf({ desk, query, url }: ApiRequest, asked: AskedProjects | undefined): Promise<Answer> {
  const page = parsePageParameters(query, parseMonitorCursor)
  if ('refusal' in page) return refuse(400, `Cannot list monitors: ${page.refusal}`)
  const { environment } = query
  if (!isOneAtMost(environment)) return refuse(400, `Cannot list monitors: ${TWICE}`)
  if (!asked) return refuse(404, 'Cannot list monitors: there is no such project')
  const { items, nextCursor } = await desk.monitors.list({
    ...{ project: asked.slug, isWithoutOwn: asked.isWithoutOwn, environment },
    ...{ limit: page.limit, cursor: page.cursor },
  })
  const names = new Map(asked.projects.map(({ id, name }) => [id, name]))
  return answer(
    items.map((monitor) => toMonitorAnswer(monitor, names.get(monitor.projectId) ?? monitor.projectSlug)),
    { link: formatLinkHeader(url, nextCursor) },
  )
}

/** https://docs.sentry.io/api/crons/retrieve-a-monitor-for-a-project/ */
export async function getMonitor(request: ApiRequest): Promise<Answer> {
  const { environment } = request.query
  if (!isOneAtMost(environment)) return refuse(400, `Cannot show the monitor: ${TWICE}`)
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot show the monitor: there is no such project')
  const monitor = await request.desk.monitors.find(project.slug, request.params.monitor ?? '', environment)
  if (!monitor) return refuse(404, 'Cannot show the monitor: the project has no such monitor')
  return answer(toMonitorAnswer(monitor, project.name))
}

const TWICE = 'environment is given more than once'

function isOneAtMost(environment: unknown): environment is string | undefined {
  return environment === undefined || typeof environment === 'string'
}

function toMonitorAnswer(monitor: MonitorSummary, projectName: string) {
  const { id, slug, projectId, projectSlug, createdAt, config, environments } = monitor
  return {
    ...{ id: String(id), slug, name: slug, type: 'cron_job', status: 'active', isMuted: false },
    dateCreated: formatTime(createdAt),
    project: { id: String(projectId), slug: projectSlug, name: projectName },
    organization: ORGANIZATION,
    config: config && toConfigAnswer(config),
    environments: environments.map(({ name, state, lastAt }) => ({
      name,
      status: STATUSES[state],
      isMuted: false,
      lastCheckIn: lastAt === null ? null : formatTime(lastAt),
    })),
  }
}

/** Sentry's words for how a monitor does; it has none for a run that has begun. */
const STATUSES = {
  ok: 'ok',
  error: 'error',
  missed: 'missed_checkin',
  timed_out: 'timeout',
  running: 'active',
  waiting: 'active',
} as const

function toConfigAnswer({ schedule, ...config }: MonitorConfig) {
  return {
    schedule_type: schedule.type,
    schedule: schedule.type === 'crontab' ? schedule.value : [schedule.value, schedule.unit],
    checkin_margin: config.checkInMarginMinutes,
    max_runtime: config.maxRuntimeMinutes,
    timezone: config.timezone,
    failure_issue_threshold: config.failureIssueThreshold,
    recovery_threshold: config.recoveryThreshold,
  }
}
