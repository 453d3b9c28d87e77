import { formatTime } from '#server/api/time.ts'
import type { ProjectSummary } from '#server/models/projects.ts'

export const ORGANIZATION = { id: '1', slug: 'desk', name: 'Crumbtrail' }

interface KnownOfProjects {
  platforms: ReadonlyMap<number, string>
  environments: ReadonlyMap<number, readonly string[]>
}

/** https://docs.sentry.io/api/projects/list-your-projects/, with the fields that we have. */
export function toProjectAnswer(project: ProjectSummary, { platforms, environments }: KnownOfProjects) {
  return {
    ...toProjectReference(project),
    dateCreated: formatTime(project.createdAt),
    status: 'active',
    environments: environments.get(project.id) ?? [],
    platform: platforms.get(project.id) ?? null,
    organization: ORGANIZATION,
  }
}

export function toProjectReference({ id, slug, name }: ProjectSummary) {
  return { id: String(id), slug, name }
}
