import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { ProjectSummary } from '#server/models/projects.ts'
import { toProjectAnswer } from './answer.ts'

export async function listProjects({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list projects: the only organization is "desk"')
  return answer(await describeProjects(desk, await desk.projects.list()))
}

/** Those that are limited to a team: https://docs.sentry.io/api/teams/list-a-teams-projects/ */
export async function listTeamProjects({ desk, params }: ApiRequest): Promise<Answer> {
  const ids = isOurOrganization(params) ? await desk.projects.listIdsOfTeam(params.team ?? '') : undefined
  if (!ids) return refuse(404, 'Cannot list projects: there is no such team')
  const projects = await desk.projects.list()
  return answer(
    await describeProjects(
      desk,
      projects.filter(({ id }) => ids.includes(id)),
    ),
  )
}

export async function describeProjects(desk: Desk, projects: readonly ProjectSummary[]) {
  const [platforms, environments] = await Promise.all([
    desk.projects.listPlatforms(),
    desk.projects.readEnvironments(projects.map(({ id }) => id)),
  ])
  return projects.map((project) => toProjectAnswer(project, { platforms, environments }))
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
 * Finds the projects that `project` names once or more often, by slug or id; without one all but Crumbtrail's own, and all for
 * -1. Undefined if one of them does not exist.
 */
export async function findProjectsOf({
  desk,
  query,
}: ApiRequest): Promise<Pick<AskedProjects, 'projects' | 'isWithoutOwn'> | undefined> {
  const all = await desk.projects.list()
  const names = [query.project ?? ''].flat().filter((name) => name !== '')
  if (names.length === 0) return { projects: all.filter(({ isOwn }) => !isOwn), isWithoutOwn: true }
  if (names.includes('-1')) return { projects: all, isWithoutOwn: false }
  const named = names.map((name) => all.find(({ slug, id }) => slug === name || String(id) === name))
  const found = new Set(named.filter((project) => project !== undefined))
  return named.includes(undefined) ? undefined : { projects: [...found], isWithoutOwn: false }
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
