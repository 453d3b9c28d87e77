import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { ProjectSummary } from '#server/models/projects.ts'
import { toProjectAnswer } from './answer.ts'

export async function listProjects({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list projects: the only organization is "desk"')
  const projects = await desk.projects.list()
  return answer(projects.map(toProjectAnswer))
}

/** Finds the project that an address names by its slug or, as Sentry's may, by its id. */
export async function findNamedProject({ desk, params }: ApiRequest): Promise<ProjectSummary | undefined> {
  if (!isOurOrganization(params)) return undefined
  const projects = await desk.projects.list()
  return (
    projects.find(({ slug }) => slug === params.project) ??
    projects.find(({ id }) => String(id) === params.project)
  )
}

/**
 * Finds the projects that `project` asks for, by slug or id: all without one, or with Sentry's -1. Undefined if one
 * does not exist.
 */
export async function findAskedProjects({ desk, query }: ApiRequest): Promise<ProjectSummary[] | undefined> {
  const { project } = query
  const projects = await desk.projects.list()
  if (project === undefined || project === '' || project === '-1') return projects
  const asked = projects.find(({ slug, id }) => slug === project || String(id) === project)
  return asked && [asked]
}
