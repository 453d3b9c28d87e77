import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { StorageUse } from '#server/store/maintenance/storage-use.ts'

/** This route is ours: it estimates the disk space of each project in bytes, the largest first. */
export async function getUsage({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot show the usage: the only organization is "desk"')
  const byProject = Map.groupBy(await desk.usage.listStorage(), ({ projectSlug }) => projectSlug)
  const projects = [...byProject].map(([slug, usage]) => toProjectUsage(slug, usage))
  return answer({
    bytes: sumOf(projects),
    projects: projects.toSorted((a, b) => b.bytes - a.bytes),
  })
}

function toProjectUsage(slug: string, usage: readonly StorageUse[]) {
  const categories = usage.map(({ category, quantity, bytes }) => ({ category, quantity, bytes }))
  return { slug, bytes: sumOf(categories), categories }
}

function sumOf(parts: readonly { bytes: number }[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}
