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

export interface AskedProjects {
  projects: ProjectSummary[]
  /** The one project that is named; undefined for all. */
  slug: string | undefined
  /** Crumbtrail's own project is left out. */
  isWithoutOwn: boolean
}

/**
 * Finds the projects that `project` asks for. Without one these are all but Crumbtrail's own, as on pages; Sentry's -1
 * asks for all of them, and a slug or an id for one. Undefined if that does not exist.
 */
export async function findAskedProjects({ desk, query }: ApiRequest): Promise<AskedProjects | undefined> {
  const { project = '' } = query
  const all = await desk.projects.list()
  if (project === '') {
    return { projects: all.filter(({ isOwn }) => !isOwn), slug: undefined, isWithoutOwn: true }
  }
  if (project === '-1') return { projects: all, slug: undefined, isWithoutOwn: false }
  const asked = all.find(({ slug, id }) => slug === project || String(id) === project)
  return asked && { projects: [asked], slug: asked.slug, isWithoutOwn: false }
}
