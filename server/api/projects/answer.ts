import { formatTime } from '#server/api/time.ts'
import type { ProjectSummary } from '#server/models/projects.ts'

export const ORGANIZATION = { id: '1', slug: 'desk', name: 'Crumbtrail' }

/** https://docs.sentry.io/api/projects/list-your-projects/, with the fields that we have. */
export function toProjectAnswer(project: ProjectSummary, platforms: ReadonlyMap<number, string>) {
  return {
    ...toProjectReference(project),
    dateCreated: formatTime(project.createdAt),
    status: 'active',
    platform: platforms.get(project.id) ?? null,
    organization: ORGANIZATION,
  }
}

export function toProjectReference({ id, slug, name }: ProjectSummary) {
  return { id: String(id), slug, name }
}
