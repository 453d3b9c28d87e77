import { type Path, query, segment } from '#renderer/paths.ts'

/** The form of an uptime check. */
export function newCheckPath(projectSlug?: string): Path {
  return `/monitors/new${query({ project: projectSlug })}`
}

export function editCheckPath(projectSlug: string, id: number): Path {
  return `/monitors/${segment(projectSlug)}/uptime/${id}/edit`
}
