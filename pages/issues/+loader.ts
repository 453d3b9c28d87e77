import { render } from 'vike/abort'
import type { LoaderContext } from '../../renderer/loader.ts'

const ISSUES_A_PAGE = 50

export async function loader({ desk, url }: LoaderContext) {
  const projectSlug = url.searchParams.get('project') ?? undefined
  const cursor = url.searchParams.get('cursor') ?? undefined
  const project = projectSlug === undefined ? undefined : await desk.findProject(projectSlug)
  if (projectSlug !== undefined && project === undefined) throw render(404)
  const issues = await desk.listIssues({
    limit: ISSUES_A_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
    ...(projectSlug === undefined ? {} : { projectSlug }),
  })
  const isEmpty = issues.items.length === 0 && cursor === undefined
  return {
    issues: issues.items,
    nextCursor: issues.nextCursor,
    isFirstPage: cursor === undefined,
    projectSlug: projectSlug ?? null,
    reportTo: isEmpty ? (project ?? (await newestProject(desk)) ?? null) : null,
  }
}

/** An empty list shows how to fill it: with the DSN of the project that was set up last. */
async function newestProject(desk: LoaderContext['desk']) {
  const projects = await desk.listProjects()
  const newest = projects.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)[0]
  return newest && (await desk.findProject(newest.slug))
}
