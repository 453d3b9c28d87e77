import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'

export async function loader({ desk, routeParams, viewer }: LoaderContext) {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  const isForAdmins = mayActAs(viewer?.role ?? 'viewer', 'admin')
  const [usage, latest, access, teams, names] = await Promise.all([
    desk.usage.listStorage(project.slug),
    desk.projects.findLatestEvent(project.slug),
    isForAdmins ? desk.teams.findProjectAccess(project.slug) : undefined,
    isForAdmins ? desk.teams.list() : [],
    desk.projects.settings.readNames(project.slug),
  ])
  return {
    project,
    projectSlug: project.slug,
    usage,
    latest: latest ?? null,
    access: access ?? null,
    platform: names?.value.platform ?? '',
    teams: teams.map(({ id, name }) => ({ id, name })),
  }
}
