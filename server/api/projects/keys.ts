import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { formatTime } from '#server/api/time.ts'
import type { ProjectDsn } from '#server/models/projects.ts'
import { describeProjects, findNamedProject } from './projects.ts'

/** https://docs.sentry.io/api/projects/retrieve-a-project/ */
export async function getProject(request: ApiRequest): Promise<Answer> {
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot show the project: there is no such project')
  const [described] = await describeProjects(request.desk, [project])
  return answer(described)
}

/** https://docs.sentry.io/api/projects/list-a-projects-client-keys/ */
export async function listProjectKeys(request: ApiRequest): Promise<Answer> {
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot list keys: there is no such project')
  const keys = await request.desk.projects.listDsns(project.slug)
  return answer(keys.map((key) => toKeyAnswer(key, project.id)))
}

/** Keys have no names here; the beginning of one tells it from others, as on pages. */
const NAMED_CHARS = 8

function toKeyAnswer({ publicKey, dsn, isActive, createdAt }: ProjectDsn, projectId: number) {
  const name = publicKey.slice(0, NAMED_CHARS)
  const { protocol, host, pathname } = new URL(dsn)
  const api = `${protocol}//${host}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}api/${projectId}`
  return {
    id: publicKey,
    name,
    label: name,
    public: publicKey,
    projectId,
    isActive,
    rateLimit: null, // limits are of projects, and have windows that Sentry's keys have not
    dsn: {
      public: dsn,
      security: `${api}/security/?sentry_key=${publicKey}`,
      crons: `${api}/cron/___MONITOR_SLUG___/${publicKey}/`,
    },
    dateCreated: formatTime(createdAt),
  }
}
